"""What a class needs: the answers that learners hand in, and the record of an unfinished grading."""
