"""The one kind of trouble that is the caller's to mend."""


class CallError(Exception):
    """The call or a file is wrong; the message is one line: what, which, what to do. Exit status 2."""
