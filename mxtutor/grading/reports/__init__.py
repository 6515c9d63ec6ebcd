"""Makes reports: verdicts with headlines, typed answers, ungraded runs."""
