"""Speed against peers, in one run, as ratios."""
