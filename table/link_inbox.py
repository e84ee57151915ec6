"""What the other home of a game says, from the first words of the game here on."""

from table.linked import HostPlays, Linked, LinkNews


class LinkInbox:
    """Hands the news of the other home on, in the order in which they came.

    They may lead to events and words, and none comes before the first of this game: until then they wait.
    That the host plays another game keeps and tells nothing, and ends this one before it begins.
    """

    def __init__(self, linked: Linked | None) -> None:
        """`linked`: this table's side; None: the game is played in one home, and no news come."""
        self._linked = linked
        self._begun = False
        self._waiting: list[LinkNews] = []

    def take(self, news: LinkNews, at: float) -> None:
        """The other home has said something."""
        if self._linked is None:
            return
        if self._begun or isinstance(news, HostPlays):
            self._linked.hear(news, at)
        else:
            self._waiting.append(news)

    def begin(self, at: float) -> None:
        """The first words were said."""
        self._begun = True
        waiting, self._waiting = self._waiting, []
        for news in waiting:
            self.take(news, at)
