"""Accuracy and speed of the extraction beside other extractors, and the cost of the whole job on a large dump."""
