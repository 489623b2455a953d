<?php
// phpseclib3 as a client: standard input through the server at a port.
spl_autoload_register(function ($class) {
    require_once '/usr/share/php/' . str_replace('\\', '/', $class) . '.php';
});
set_error_handler(function ($level, $message) { return ($level & (E_DEPRECATED | E_USER_DEPRECATED)) != 0; });
$ssh = new phpseclib3\Net\SSH2('127.0.0.1', (int) $argv[1], 20);
if (!$ssh->login('anyone')) {
    fwrite(STDERR, "no login\n");
    exit(1);
}
// exec() has no way to send input: a pseudo terminal would change the bytes, so the subsystem channel is used.
$ssh->startSubsystem('echo');
$data = stream_get_contents(STDIN);
$ssh->setTimeout(20);
$received = '';
for ($at = 0; $at < strlen($data); $at += 16000) {
    $piece = substr($data, $at, 16000);
    $ssh->write($piece);
    for ($left = strlen($piece); $left > 0; $left -= strlen($answer)) {
        $answer = $ssh->read('', phpseclib3\Net\SSH2::READ_NEXT);
        if (!is_string($answer) || $answer === '') {
            fwrite(STDERR, "no echo\n");
            exit(1);
        }
        $received .= $answer;
    }
}
fwrite(STDOUT, $received);
