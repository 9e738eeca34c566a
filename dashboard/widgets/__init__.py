"""Hold the parts that pages are put together from."""
