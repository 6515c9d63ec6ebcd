"""From judged cases to a report: verdict, headline, quiz items and ungraded runs."""
