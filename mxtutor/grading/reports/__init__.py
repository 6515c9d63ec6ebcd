"""Makes reports: verdict and headline, quiz items, ungraded runs."""
