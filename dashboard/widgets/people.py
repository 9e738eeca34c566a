"""Say who is at the screen."""

from __future__ import annotations

import getpass
import os

import streamlit as st


def who() -> str:
    """Return the name that a decision is recorded under: who is logged in, else the server's user."""
    if st.user.get("is_logged_in"):
        return str(st.user.get("email") or st.user.get("name"))
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"
