"""What is run in the source tree only, and is not part of the wheel."""
