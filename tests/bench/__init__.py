"""Measure speed: every figure is a ratio to a yardstick that is measured in the same run."""
