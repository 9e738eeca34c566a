"""Run every page as the server does, on the demo club's book, on an empty one, and with questions in the address."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.app_pages import VIEWS

APP = Path(__file__).parents[2] / "dashboard" / "app.py"
