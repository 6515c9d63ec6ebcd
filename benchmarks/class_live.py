"""Measures a class of 500 learners: events per second into the server, and the time of the class view.

The learners' events are made up: each opens exercises in order, misses some, opens hints, asks for help.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mxtutor.classroom.roster import Learner, Roster, issue, save_roster
from mxtutor.content.loader import load_course
from mxtutor.content.outline import Course
from mxtutor.live.events import SentEvent, SentMistake
from mxtutor.live.people import People
from mxtutor.live.store import ClassEntry, ClassStore, Sent
from mxtutor.paths import content_root
from mxtutor.progress.events import new_id

LEARNERS = 500
EVENTS = 200
"""Events of each learner."""
BATCHES = 1000
"""Batches that arrive over HTTP in the measurement."""
PER_BATCH = 5
TITLE = "Gluon in an afternoon"
MISTAKES = (
    SentMistake("torch-name"),
    SentMistake("axis-for-dim"),
    SentMistake("in-place"),
)
CODE = 'def answer(x):\n    """My answer."""\n    # try again\n    return nd.acos(x)\n'


def made_up_events(
    ids: tuple[str, ...], seed: int, count: int, end: float, *, code: bool = True
) -> Iterator[SentEvent]:
    """Yield events of one learner, up to the time `end` in seconds since 1970."""
    chance = random.Random(seed)  # noqa: S311 - made-up data
    skill = chance.uniform(0.25, 0.9)
    time_of = sorted(end - chance.uniform(0, 5400) for _ in range(count))
    place, missed, fresh = 0, 0, True
    for number in range(1, count + 1):
        exercise = ids[min(place, len(ids) - 1)]
        fields: dict[str, object] = {}
        if fresh:
            kind, fresh = "opened", False
        elif missed >= 2 and chance.random() < 0.15:
            kind, fields = "hint", {"hint": min(missed, 3)}
        elif missed >= 3 and chance.random() < 0.08:
            kind = "help"
        elif chance.random() < skill:
            kind, fields = "attempt", {"verdict": "right", "seed": "7"}
            place, missed, fresh = place + 1, 0, True
        else:
            missed += 1
            named = (MISTAKES[chance.randrange(3)],) if chance.random() < 0.7 else ()
            kind = "attempt"
            fields = {"verdict": "wrong", "mistakes": named, "seed": "7"}
            fields |= {"code": CODE} if code else {}
        yield SentEvent(id=new_id(), seq=number, at=time_of[number - 1], kind=kind, exercise=exercise, **fields)  # type: ignore[arg-type]


def fill(folder: Path, learners: int, events: int, ids: tuple[str, ...], *, now: float) -> list[str]:
    """Make a roster and a store in a folder, with learners and their events; return the learners' tokens."""
    people = People(folder / "class.roster.csv", folder / "class.key", create=True)
    roster, tokens = people.roster, []
    made = []
    for number in range(learners):
        learner, token = issue(Learner(f"Learner {number + 1:03}", f"Learner {number + 1:03}"))
        made.append(learner)
        tokens.append(token)
    save_roster(Roster(roster.path, tuple(made)))
    store = ClassStore(folder / "class.db", create=True)
    store.begin(ClassEntry(TITLE, True, ids), now)
    for number, learner in enumerate(made):
        sender = Sent(people.id_of(learner), f"{number:032x}", now, now)
        store.add(TITLE, sender, list(made_up_events(ids, number, events, now)))
    store.close()
    return tokens


def measure() -> Iterator[str]:
    """Yield the lines of the table."""
    course = load_course(content_root())
    ids = course.exercises
    yield "| what | figure |"
    yield "| --- | --- |"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tokens = fill(folder, LEARNERS, EVENTS, ids, now=time.time())
        seconds, processor = asyncio.run(_send(folder, tokens, ids))
        total = BATCHES * PER_BATCH
        yield f"| events received over HTTP from {LEARNERS} learners | {total / seconds:,.0f} a second |"
        each = f"{1000 * processor / BATCHES:.1f} ms of processor each"
        yield f"| batches of {PER_BATCH} events | {BATCHES / seconds:,.0f} a second, {each} |"
        yield from _view(folder, course)


async def _send(folder: Path, tokens: list[str], ids: tuple[str, ...]) -> tuple[float, float]:
    import aiohttp
    import msgspec
    from aiohttp import web

    from mxtutor.serving.class_server import ClassServer
    from mxtutor.serving.gate import Front, Gate
    from mxtutor.serving.web import application

    store = ClassStore(folder / "class.db")
    people = People(folder / "class.roster.csv", folder / "class.key")
    gate = Gate(Front("127.0.0.1", 0), lambda *_: None)
    served = application(gate, None, ClassServer(store, people, store.entry(), gate))
    runner = web.AppRunner(served, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1/events"
    bodies = []
    for number in range(BATCHES):
        events = list(made_up_events(ids, 10_000 + number, PER_BATCH, time.time()))
        body = msgspec.json.encode({"version": 1, "device": f"{number:032x}", "sent": time.time(), "events": events})
        bodies.append((tokens[number % len(tokens)], body))
    began, used = time.perf_counter(), time.process_time()
    waiting = iter(bodies)

    async def work(session: aiohttp.ClientSession) -> None:
        for token, body in waiting:
            async with session.post(url, data=body, headers={"Authorization": f"Bearer {token}"}) as answer:
                assert answer.status == 200, await answer.text()

    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(work(session) for _ in range(50)))
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    await runner.cleanup()
    store.close()
    return seconds, processor


def _view(folder: Path, course: Course) -> Iterator[str]:
    from mxtutor.live.watching import ClassWatch

    with contextlib.closing(ClassWatch(folder / "class.db", course=course)) as watch:
        began = time.process_time()
        watch.refresh()
        first = time.process_time() - began
        yield f"| class view: first reading of {watch.picture.count:,} events | {first:.2f} s of processor |"
        people = People(folder / "class.roster.csv", folder / "class.key")
        writer = ClassStore(folder / "class.db")
        learners = people.roster.learners[:50]
        for number, learner in enumerate(learners):
            sender = Sent(people.id_of(learner), f"{number:032x}", time.time(), time.time())
            writer.add(TITLE, sender, list(made_up_events(course.exercises, number, 3, time.time())))
        writer.close()
        began = time.process_time()
        watch.refresh()
        later = time.process_time() - began
        began = time.process_time()
        watch.snapshot(time.time(), names=True)
        drawn = time.process_time() - began
        yield f"| class view: reading the new events of {len(learners)} learners | {1000 * later:.0f} ms |"
        yield f"| class view: lists and numbers of all exercises | {1000 * drawn:.0f} ms |"
