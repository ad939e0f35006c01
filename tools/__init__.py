"""What is beside the wheel: makers of pages."""
