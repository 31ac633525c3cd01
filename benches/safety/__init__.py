"""Checks that strangers, forged presses and unseen cards get nowhere."""
