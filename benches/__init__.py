"""What `python -m kwbot bench` measures; each module enters its own."""
