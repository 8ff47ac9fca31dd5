"""The rules of Hearts: every score, total, dealer and ending is worked out here and nowhere else.

Standard library only; no input or output, no clock, no chance. docs/rules.md is what it follows.
"""
