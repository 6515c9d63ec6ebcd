"""The contents of a report for people, as plain data: words, advice, the first failing case, the error profile.

Front ends (terminal, tutor, pages) only draw it. Nothing here imports NumPy or a framework.
"""
