import { describeError, toAppError } from "./answerError.ts";

const heartbeatEveryMs = 15_000;
/** A client that takes nothing for so long is gone or holds us up: it comes back by its cursor. */
const giveUpAfterMs = 60_000;
/** How much may wait in memory for a client that reads slowly; the iterator is not asked for more before. */
const bufferedBytes = 64 * 1024;
/** Whoever may no longer listen is cut off within this and the time of a look (safety B14: 5 s). */
const lookEveryMs = 4000;
/** A stream that has nothing to tell for so long begins all the same, so that the client knows it is heard. */
const firstWithinMs = 1000;

const encoder = new TextEncoder();

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
}

/**
 * Answers with server-sent events: `event` is the event's type, `data` the rest as JSON. What the iterator throws before
 * its first event is thrown here, so that it is answered with its status; later an `error` event says it.
 */
export async function answerEvents(
  events: AsyncIterable<unknown>,
  { requestId, signal, end, mayStay, report }: EventsOptions,
): Promise<Response> {
  const iterator = events[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<unknown>> | undefined = iterator.next();
  await beginWithin(next);

  // A signal made of several looks at all of them each time that it is asked.
  let isOver = false;
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let stalledSince = 0;
        const beat = setInterval(() => {
          const hasRoom = (controller.desiredSize ?? 0) > 0;
          if (hasRoom) controller.enqueue(encoder.encode(":\n\n"));
          stalledSince = hasRoom ? 0 : stalledSince || Date.now();
          if (stalledSince && Date.now() - stalledSince >= giveUpAfterMs) finish();
        }, heartbeatEveryMs);
        // A look that fails is no reason to cut anybody off; the next one tells.
        const look = setInterval(() => void mayStay().then((may) => may || finish(), report), lookEveryMs);
        finish = () => {
          isOver = true;
          clearInterval(beat);
          clearInterval(look);
          signal.removeEventListener("abort", finish);
          finish = () => {};
          end();
          close(controller);
          void leave(iterator, report);
        };
        signal.addEventListener("abort", finish);
        if (signal.aborted) finish();
      },
      async pull(controller) {
        try {
          const { done, value } = await (next ?? iterator.next());
          next = undefined;
          if (done) finish();
          else if (!isOver) controller.enqueue(writeEvent(value));
        } catch (thrown) {
          report(thrown);
          const { error } = describeError(toAppError(thrown), requestId);
          if (!isOver) controller.enqueue(writeEvent({ type: "error", ...error }));
          finish();
        }
      },
      cancel: () => finish(),
    },
    { highWaterMark: bufferedBytes, size: (chunk) => chunk.byteLength },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      // Proxies would gather events before they hand them on.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

async function beginWithin(first: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, firstWithinMs)));
  await Promise.race([first, late]).finally(() => clearTimeout(timer));
}

/** JSON has no line breaks, so an event is two lines. */
function writeEvent(event: unknown): Uint8Array {
  const { type, ...rest } = event as { type: string }; // the contract's events are variants by type
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify(rest)}\n\n`);
}

function close(controller: ReadableStreamDefaultController): void {
  try {
    controller.close();
  } catch {
    // Cancelled by the client already.
  }
}

/** Tells the iterator that nobody listens, so that it lets go of what it holds. */
async function leave(iterator: AsyncIterator<unknown>, report: (thrown: unknown) => void): Promise<void> {
  try {
    await iterator.return?.();
  } catch (thrown) {
    report(thrown);
  }
}
