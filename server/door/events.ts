import { describeError, toAppError } from "./answerError.ts";
import { EventsAnswer } from "./eventsAnswer.ts";
import type { Outlet, Pouring } from "./eventsAnswer.ts";
import { createWheel } from "./wheel.ts";
import type { Wheel } from "./wheel.ts";

const heartbeatEveryMs = 15_000;
/** A client that takes nothing for so long is gone or holds us up: it comes back by its cursor. */
const giveUpAfterMs = 60_000;
/** Whoever may no longer listen is cut off within this and the time of a look (safety B14: 5 s). */
const lookEveryMs = 4000;
/** A stream that has nothing to tell for so long begins all the same, so that the client knows it is heard. */
const firstWithinMs = 1000;
const heartbeat = ":\n\n";

/** What all streams of a process have turns at: their heartbeats, and the looks at whether they may go on. */
export interface Turns {
  beats: Wheel;
  looks: Wheel;
}

export interface EventsOptions {
  requestId: string;
  /** Ends the stream: the client went away, or the server stops. */
  signal: AbortSignal;
  /** Aborts the handler's own signal, so that what it waits for ends too. */
  end: () => void;
  /** Whether the caller would still be let in; asked while the stream lasts. */
  mayStay: () => Promise<boolean>;
  /** Is told what the iterator threw in the middle of a stream. */
  report: (thrown: unknown) => void;
  turns: Turns;
}

/** Makes the turns of a process. Ten thousand streams come by the hundred, not all at once. */
export function createTurns(): Turns {
  return {
    beats: createWheel({ roundMs: heartbeatEveryMs, parts: 60 }),
    looks: createWheel({ roundMs: lookEveryMs, parts: 40 }),
  };
}

/**
 * Answers with server-sent events: `event` is the event's type, `data` the rest as JSON. What the iterator throws before
 * its first event is thrown here, so that it is answered with its status; later an `error` event says it.
 */
export async function answerEvents(
  events: AsyncIterable<unknown>,
  options: EventsOptions,
): Promise<EventsAnswer> {
  const iterator = events[Symbol.asyncIterator]();
  const first = iterator.next();
  await beginWithin(first);
  return new EventsAnswer((outlet) => pour({ iterator, first, outlet, options }));
}

interface Source {
  iterator: AsyncIterator<unknown>;
  /** The first event, which was asked for already. */
  first: Promise<IteratorResult<unknown>>;
  outlet: Outlet;
  options: EventsOptions;
}

/** Writes event after event to the outlet, and asks for none while it has no room. */
function pour({ iterator, first, outlet, options }: Source): Pouring {
  const { requestId, signal, end, mayStay, report, turns } = options;
  let isOver = false;
  let hasRoom = true;
  let stalledSince = 0;
  let goOn = () => {};

  function finish(): void {
    if (isOver) return;
    isOver = true;
    leaveBeats();
    leaveLooks();
    signal.removeEventListener("abort", finish);
    end();
    outlet.end();
    goOn();
    void leave(iterator, report);
  }

  function beat(): void {
    if (hasRoom) {
      stalledSince = 0;
      hasRoom = outlet.write(heartbeat);
      return;
    }
    stalledSince ||= Date.now();
    if (Date.now() - stalledSince < giveUpAfterMs) return;
    outlet.cut();
    finish();
  }

  // A look that fails is no reason to cut anybody off; the next one tells.
  function look(): void {
    mayStay().then(
      (may) => may || finish(),
      (thrown) => isOver || report(thrown),
    );
  }

  async function run(): Promise<void> {
    try {
      let next = first;
      while (!isOver) {
        const { done, value } = await next;
        if (isOver) return;
        if (done) return finish();
        hasRoom = outlet.write(writeEvent(value));
        if (!hasRoom) await new Promise<void>((resolve) => (goOn = resolve));
        next = iterator.next();
      }
    } catch (thrown) {
      report(thrown);
      const { error } = describeError(toAppError(thrown), requestId);
      if (!isOver) outlet.write(writeEvent({ type: "error", ...error }));
      finish();
    }
  }

  const leaveBeats = turns.beats.join(beat);
  const leaveLooks = turns.looks.join(look);
  signal.addEventListener("abort", finish);
  if (signal.aborted) finish();
  void run();
  return {
    hasRoom() {
      hasRoom = true;
      goOn();
    },
    left: finish,
  };
}

async function beginWithin(first: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, firstWithinMs)));
  await Promise.race([first, late]).finally(() => clearTimeout(timer));
}

/** JSON has no line breaks, so an event is two lines. */
function writeEvent(event: unknown): string {
  const { type, ...rest } = event as { type: string }; // the contract's events are variants by type
  return `event: ${type}\ndata: ${JSON.stringify(rest)}\n\n`;
}

/** Tells the iterator that nobody listens, so that it lets go of what it holds. */
async function leave(iterator: AsyncIterator<unknown>, report: (thrown: unknown) => void): Promise<void> {
  try {
    await iterator.return?.();
  } catch (thrown) {
    report(thrown);
  }
}
