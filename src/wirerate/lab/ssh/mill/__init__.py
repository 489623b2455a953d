"""SSH packets through cipher and MAC in one process, the handling of keyed state the only factor that changes."""
