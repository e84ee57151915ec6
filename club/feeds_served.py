"""SHELL: feeds for other programs, out of the database alone."""

import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from club.club_file import ClubConfig
from club.database import Database, GoneError, opened
from club.feeds import events, metrics, newest_game, standings_csv
from club.tournament import Running
from mqtt.topics import NAME
from table.errors import CallError

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
}
_LINES, _CSV = "application/x-ndjson", "text/csv"
_PROMETHEUS = "text/plain; version=0.0.4"


class Feeds:
    """The club's feeds; each request has a connection of its own to the database."""

    def __init__(
        self, config: ClubConfig, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self._config, self._now = config, now
        self.routes = [
            Route("/feed/standings.csv", self._answering(self._standings)),
            Route("/feed/{table}.jsonl", self._answering(self._events)),
            Route("/metrics", self._answering(self._metrics)),
        ]

    def _answering(
        self, answer: Callable[[Request, Database, int], Response]
    ) -> Callable[[Request], Response]:
        def answered(request: Request) -> Response:
            until = self._now() - self._config.serve.delay_s * 1000
            try:
                database = opened(self._config.club.database)
            except (GoneError, CallError):  # the second: it was harmed while it was served
                return _words("the database is away; try again later", 503)
            try:
                return answer(request, database, until)
            except GoneError:
                return _words("the database is away; try again later", 503)
            finally:
                database.close()

        return answered

    def _events(self, request: Request, database: Database, until: int) -> Response:
        table, after = str(request.path_params["table"]), request.query_params.get("after", "0")
        if not NAME.fullmatch(table) or not (after.isascii() and after.isdigit() and len(after) <= 10):
            return _words("nothing is here", 404)
        game = request.query_params.get("game") or newest_game(database, table, until)
        if game is None or "\0" in game:
            return _words("nothing is here", 404)
        lines = "".join(events(database, table, game, int(after), until))
        return Response(lines, media_type=_LINES, headers=_HEADERS)

    def _standings(self, request: Request, database: Database, until: int) -> Response:
        name = request.query_params.get("tournament", "")
        try:
            if not NAME.fullmatch(name):
                return _words("nothing is here", 404)
            return Response(standings_csv(Running(database, name, until)), media_type=_CSV, headers=_HEADERS)
        except CallError:
            return _words("nothing is here", 404)

    def _metrics(self, request: Request, database: Database, until: int) -> Response:
        text = metrics(database, now=self._now(), until=until, silent_s=self._config.serve.silent_s)
        return Response(text, media_type=_PROMETHEUS, headers=_HEADERS)


def _words(text: str, status: int) -> Response:
    return PlainTextResponse(text + "\n", status, headers=_HEADERS)
