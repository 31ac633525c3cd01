"""The measurements of `python -m kwbot bench`; each module enters its own."""
