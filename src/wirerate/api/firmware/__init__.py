"""`mcu`: what firmware costs on a microcontroller. A file per kind of question."""
