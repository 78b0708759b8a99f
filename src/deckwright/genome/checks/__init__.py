"""What makes a genome unplayable: one small check each, every defect reported."""
