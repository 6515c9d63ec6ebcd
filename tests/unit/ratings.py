"""The stored ratings of review cards: the program reads them only for cards that are damaged."""

from __future__ import annotations

from mxtutor.progress.card_store import CardStore
from mxtutor.progress.tables import RatingRow


def ratings_in(cards: CardStore) -> list[RatingRow]:
    """Return all ratings, oldest first."""
    return cards._rows(RatingRow, "TRUE ORDER BY number")
