"""The answer's side: processes that run code and describe what it returned, and judge nothing."""
