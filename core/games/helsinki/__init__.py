"""Helsinki 1918: Germans, Reds and Whites between 11 and 13 April 1918, for two or three players."""
