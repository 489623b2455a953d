"""Where things are measured. A lab yields Measurements and knows no other lab."""
