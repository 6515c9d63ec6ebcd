"""What a class needs: the answers that learners hand in, their grading, and the record of an unfinished one."""
