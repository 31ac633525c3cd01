"""Whether strangers, forged presses or unseen cards get anywhere."""
