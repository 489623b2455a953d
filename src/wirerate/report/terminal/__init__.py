"""What some kinds of run still show on the terminal by files of their own."""
