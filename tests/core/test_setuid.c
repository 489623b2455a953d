/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In a set-user-ID program, WIRERATE_KERNEL has no effect. This program makes such a copy of itself, which needs
 * root. */
#include <errno.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "wirerate.h"

enum { OWNER = 65534, STARTER = 65533, SKIPPED = 77 };

static const char *best(void) {
    const char *name = NULL;
    for (size_t i = 0; wr_kernel_name(i); i++)
        name = wr_kernel_name(i);
    return name;
}

/* Runs in the copy. The file system may be mounted with nosuid. */
static int started_by_another(void) {
    if (!getauxval(AT_SECURE))
        return SKIPPED;
    CHECK(strcmp(wr_kernel_in_use(), best()) == 0, "%s, and not %s", wr_kernel_in_use(), best());
    return check_result();
}

static int copy_to(int out) {
    static char buffer[1 << 16];
    const int in = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    ssize_t length = in < 0 ? -1 : 0;

    while (in >= 0 && (length = read(in, buffer, sizeof buffer)) > 0)
        if (write(out, buffer, (size_t)length) != length)
            return 0;
    close(in);
    return length == 0 && fchown(out, OWNER, OWNER) == 0 && fchmod(out, 04755) == 0;
}

static int run_as_another(char *path) {
    char *const arguments[] = {path, (char *)(uintptr_t)"started", NULL};
    char *const environment[] = {(char *)(uintptr_t)"WIRERATE_KERNEL=portable", NULL};
    const pid_t child = fork();
    int status = -1;

    if (child == 0) {
        if (setgid(STARTER) == 0 && setuid(STARTER) == 0)
            execve(path, arguments, environment);
        _exit(errno == EACCES || errno == EPERM ? SKIPPED : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv) {
    char path[] = "/tmp/wirerate-setuid-XXXXXX";
    int out, result;

    if (argc == 2 && strcmp(argv[1], "started") == 0)
        return started_by_another();
    if (geteuid() != 0)
        return check_skip("only root can change a program's owner");
    out = mkstemp(path);
    CHECK(out >= 0 && copy_to(out), "no copy in %s", path);
    close(out);
    result = run_as_another(path);
    unlink(path);
    if (result == SKIPPED)
        return check_skip("set-user-ID programs do not work in /tmp");
    CHECK(result == 0, "the copy answers %d", result);
    return check_result();
}
