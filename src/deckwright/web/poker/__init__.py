"""Pages of poker: explorers of solutions, exact spots, the simulator, push or fold, equities."""
