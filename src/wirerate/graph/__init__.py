"""An algorithm written once: run it on integers, bound its speed, draw it, turn it into hardware."""
