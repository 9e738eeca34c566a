"""Hold the pages: each says what is on it, and computes nothing."""
