"""What is measured of poker alone."""
