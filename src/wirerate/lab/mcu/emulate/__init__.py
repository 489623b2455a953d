"""An emulated core that calls functions of an image, and what they ran."""
