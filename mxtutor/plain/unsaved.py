"""The end of plain mode: what cannot be saved is not lost before the learner has decided so."""

from __future__ import annotations

from pathlib import Path

from mxtutor.plain.session import PlainSession
from mxtutor.plain.terminal import EndOfInput
from mxtutor.progress.rescue import rescued, writable_folder, write_texts
from mxtutor.typed_paths import expanded

QUESTION = "Type retry, show, write, write FOLDER or quit"


def leave(session: PlainSession) -> int:
    """Save what waits, and ask about texts that cannot be saved; return the exit code."""
    saver = session.saver
    saver.retry()
    if not saver.texts():
        line = f"{saver.line}. Goodbye." if saver.waits else "Everything is kept. Goodbye."
        session.say(line)
        return 0
    session.say(
        f"Your text is not saved: {saver.reason}. retry tries again, show reads it so that you can copy it, "
        f"write puts it into the folder {writable_folder()}, quit leaves without it."
    )
    while saver.texts():
        try:
            line = session.terminal.ask(QUESTION)
        except EndOfInput:
            session.say(rescued(saver.texts(), saver.reason))
            return 3
        except KeyboardInterrupt:
            session.say("")
            continue
        if line.strip().lower() in ("quit", "q", "exit"):
            saver.drop()
            session.say("Your text was not saved. Goodbye.")
            return 0
        _carry_out(session, line)
    session.say("Goodbye.")
    return 0


def _carry_out(session: PlainSession, line: str) -> None:
    saver = session.saver
    word, _, folder = line.strip().partition(" ")
    if word.lower() == "retry":
        saver.retry()
        if saver.waits:
            session.say(f"Still not saved: {saver.reason}.")
    elif word.lower() == "show":
        for exercise, text in saver.texts():
            session.terminal.code(f"Your text of {exercise}", text)
    elif word.lower() == "write":
        try:
            place = expanded(Path(folder.strip())) if folder.strip() else writable_folder()
            files = write_texts(saver.texts(), place)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            session.say(f"It cannot be written there: {reason}. Name another folder.")
            return
        saver.drop()
        session.say(f"Your text is in {', '.join(map(str, files))}.")
    else:
        session.say(f"{QUESTION}.")
