"""What mxtutor says about a right answer: notes on its code, and what it costs beside the solution."""
