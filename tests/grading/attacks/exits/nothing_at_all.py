"""An empty answer that defines nothing.

Verdict: error
Headline: defines no function arccos
"""
