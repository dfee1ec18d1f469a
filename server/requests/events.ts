import { describeError, toAppError } from "./answerError.ts";
import type { Ending } from "./ending.ts";
import { EventsAnswer } from "./eventsAnswer.ts";
import type { Outlet, StreamPump } from "./eventsAnswer.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import { createWheel } from "../timing/wheel.ts";
import type { Wheel } from "../timing/wheel.ts";
import { whenAborted } from "./whenAborted.ts";

/** Listeners that lose their permission are cut off within this and the time of a look (safety B14: 5 s). */
const lookEveryMs = 3750;
/** A heartbeat every 15 s. */
const looksABeat = 4;
/** A client that takes nothing for this long is gone or holds us up: it comes back by its cursor. */
const giveUpAfterMs = 60_000;
/** A stream that has nothing to tell begins after this time all the same, so that the client knows it is heard. */
const firstWithinMs = 1000;
const heartbeat = ":\n\n";

export interface EventsOptions {
  requestId: string;
  /** Ends what the handler waits for when the stream ends, and the stream when the server stops. */
  ending: Pick<Ending, "end" | "stopping">;
  /** Whether the caller would still be let in; asked while the stream lasts. */
  mayStay: () => Promise<boolean>;
  /** Is told what the iterator threw in the middle of a stream. */
  report: (thrown: unknown) => void;
  /** Is told that the stream is over, however it ended. */
  over?: () => void;
  /** What all streams of a process have turns at. */
  turns: Wheel;
}

/** Makes the turns of a process. Ten thousand streams come by the hundred, not all at once. */
export function createTurns(scheduler: Scheduler): Wheel {
  return createWheel({ name: "looks at streams", roundMs: lookEveryMs, parts: 30, scheduler });
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
  await beginWithin(first).catch((thrown: unknown) => {
    options.over?.();
    void leave(iterator, options.report);
    throw thrown;
  });
  return new EventsAnswer((outlet) => new EventStreamPump({ iterator, first, outlet, options }));
}

interface Source {
  iterator: AsyncIterator<unknown>;
  /** The first event, which was asked for already. */
  first: Promise<IteratorResult<unknown>>;
  outlet: Outlet;
  options: EventsOptions;
}

/**
 * Writes event after event to the outlet, and asks for none while it has no room. Thousands of streams have nothing to
 * tell most of the time: what each then holds on to is this.
 */
class EventStreamPump implements StreamPump {
  readonly #iterator: AsyncIterator<unknown>;
  readonly #outlet: Outlet;
  readonly #options: EventsOptions;
  readonly #leaveTurns: () => void;
  readonly #leaveStopping: () => void;
  #isOver = false;
  #hasRoom = true;
  #stalledSince = 0;
  #looks = 0;
  #goOn: (() => void) | undefined;

  constructor({ iterator, first, outlet, options }: Source) {
    const { turns, ending } = options;
    this.#iterator = iterator;
    this.#outlet = outlet;
    this.#options = options;
    this.#leaveTurns = turns.join(() => this.#turn());
    this.#leaveStopping = whenAborted(ending.stopping, this.left);
    if (ending.stopping.aborted) this.left();
    void this.#run(first);
  }

  hasRoom(): void {
    this.#hasRoom = true;
    this.#goOn?.();
  }

  readonly left = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.over?.();
    this.#leaveTurns();
    this.#leaveStopping();
    this.#options.ending.end();
    this.#outlet.end();
    this.#goOn?.();
    void leave(this.#iterator, this.#options.report);
  };

  async #run(next: Promise<IteratorResult<unknown>>): Promise<void> {
    const { requestId, report } = this.#options;
    try {
      while (!this.#isOver) {
        const { done, value } = await next;
        if (this.#isOver) return;
        if (done) return this.left();
        this.#hasRoom = this.#outlet.write(writeEvent(value));
        if (!this.#hasRoom) await new Promise<void>((resolve) => (this.#goOn = resolve));
        next = this.#iterator.next();
      }
    } catch (thrown) {
      report(thrown);
      const { error } = describeError(toAppError(thrown), requestId);
      if (!this.#isOver) this.#outlet.write(writeEvent({ type: "error", ...error }));
      this.left();
    }
  }

  #turn(): void {
    this.#looks += 1;
    if (this.#looks % looksABeat === 0) this.#beat();
    if (!this.#isOver) this.#look();
  }

  #beat(): void {
    if (this.#hasRoom) {
      this.#stalledSince = 0;
      this.#hasRoom = this.#outlet.write(heartbeat);
      return;
    }
    this.#stalledSince ||= Date.now();
    if (Date.now() - this.#stalledSince < giveUpAfterMs) return;
    this.#outlet.cut();
    this.left();
  }

  // A look that fails is no reason to cut anybody off; the next one tells.
  #look(): void {
    const { mayStay, report } = this.#options;
    mayStay().then(
      (may) => may || this.left(),
      (thrown) => this.#isOver || report(thrown),
    );
  }
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
