"""Why this move?  The best move's line and every other's refutation, in sentences and with boards."""

from halfmove.teach.why.explanation import Explanation, Verdict, explain_analysis

__all__ = ["Explanation", "Verdict", "explain_analysis"]
