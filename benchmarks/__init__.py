"""Speed and memory, each figure a ratio to a reference timed in the same run (docs/benchmarks.md)."""
