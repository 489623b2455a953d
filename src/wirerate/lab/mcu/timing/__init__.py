"""Time of what ran: counts of instructions and of flash lines, made cycles by the tables of the cores' manuals."""
