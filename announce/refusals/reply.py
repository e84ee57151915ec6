"""What stands beside a reason: words for the table, for an ear, and one plain sentence for programs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

from announce.catalogue import Phrases
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Message, Private, Words, together
from engine import (
    AcceptBoard,
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    ChooseLoans,
    ChoosePieces,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    ExchangePieces,
    KeepTickets,
    Pass,
    Refusal,
    ResolveEvent,
    State,
    TokenCommand,
    Undo,
)

Facts = dict[str, str | int]
"""What a sentence's placeholders stand for."""


@dataclass(frozen=True, slots=True)
class RefusedCommand:
    """A refusal as everybody may know it, and the words to tell it with.

    `by_token`: a token asks for what is claimed or built; else a list, a key or a page does; nothing stands.
    """

    v: Vocabulary
    refusal: Refusal
    state: PublicState
    by_token: bool = True

    @property
    def p(self) -> Phrases:
        """The sentences of the table's language."""
        return self.v.phrases

    @property
    def facts(self) -> Facts:
        """What nearly every refusal names: whose it is, what is not done, what everybody can do about it."""
        command = self.refusal.command
        return {"seat": self.v.seat(command.seat), "what": _what(self.p, command), "now": self.now}

    @property
    def stands(self) -> bool:
        """A token waits to be lifted."""
        return self.by_token and isinstance(self.refusal.command, TokenCommand)

    @property
    def now(self) -> str:
        """What everybody can do about it: a token goes, anything else waits."""
        return self.p.sentence("lift the token.") if self.stands else self.p.sentence("wait, please.")

    def lifting(self, why: Words, lift: Words | None = None) -> Words:
        """A reason that bars what was wanted, then what to do: lift its token; without one, choose anew.

        `lift`: what to do with the token, where more is to be said of it than that it is lifted.
        """
        if not self.stands:
            return together((why, self.p.words("choose something else.", "choose again.")))
        return together((why, lift or self.p.words("lift the token.", "lift it.")))

    def sentence(self, message: str, **more: str | int) -> str:
        """A message with these facts in it, and more."""
        return self.p.sentence(message, **{**self.facts, **more})

    def words(self, normal: str, brief: str | None = None, /, **more: str | int) -> Words:
        """The same in two lengths."""
        return self.p.words(normal, brief, **{**self.facts, **more})

    def said(self, reply: "Message | Public") -> Words:
        """What the table hears."""
        return self.p.said(reply, **self.facts) if isinstance(reply, Message) else reply(self)

    def first(self, why: str) -> str:
        """A reason that says itself what comes first; a token is to be lifted all the same."""
        return f"{why} {self.now}" if self.stands else why


Public = Callable[[RefusedCommand], Words]
Own = Callable[[Vocabulary, Refusal, State], Private[Words]]
Plain = Callable[[PublicState, Refusal], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalWords:
    """One reason in words.

    `private`: the reason would tell what a hand holds, so that the table hears only that it is not done.
    `choosing`: about a choice that its seat makes in its ear; the public words go there too.
    `plain`: English for programs, part of the referee's lines (docs/referee.md), which do not change.
    """

    public: Message | Public
    plain: str | Plain
    private: Own | None = None
    choosing: bool = False


OWED: Final = "These cards do not pay what is owed."
"""Also what the referee says of a board that cannot be accepted, whatever is wrong with it."""


def _what(p: Phrases, command: Command) -> str:
    match command:
        case ClaimRoute():
            return p.phrase("not claimed")
        case DrawCard():
            return p.phrase("not drawn")
        case DrawTickets():
            return p.phrase("no tickets drawn")
        case KeepTickets() | ChoosePieces() | ChooseLoans():
            return p.phrase("not chosen")
        case EndTurn():
            return p.phrase("not ended")
        case DeclareTickets():
            return p.phrase("not entered")
        case Pass():
            return p.phrase("not passed")
        case Undo():
            return p.phrase("not taken back")
        case AcceptBoard():
            return p.phrase("not changed")
        case AnswerTunnel():
            return p.phrase("not paid")
        case BuildStation() | BuildHarbor():
            return p.phrase("not built")
        case ExchangePieces():
            return p.phrase("not exchanged")
        case ResolveEvent():
            return p.phrase("not settled")
        case _:
            assert_never(command)
