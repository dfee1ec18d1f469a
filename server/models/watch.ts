import { ModelFault } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import type { Pace } from "./pace.ts";
import type { TextEvents } from "./textEvents.ts";

/** Made once: where in the code it was made tells nobody anything. */
const over = new Error("The answer is over.");

/** A way out that is watched while one answer comes through it. */
export interface Watch {
  fetch: typeof fetch;
  /** Ends with the caller's signal, or with a ModelFault once the provider was silent for too long. */
  signal: AbortSignal;
  /** Said when the first word is there: from then on silence is borne for a shorter time. */
  begin(): void;
  stop(): void;
}

export interface WatchOptions {
  fetch: typeof fetch;
  signal: AbortSignal;
  limits: ModelLimits;
  /** For what is read while it comes. */
  pace?: Pace;
  texts?: Pick<TextEvents, "push" | "end">;
}

/**
 * Watches the bytes of one answer, so that comments and pings count as signs of life too, and takes text out of them. Where
 * many answers are read at once they are taken in turn, in larger pieces; what nobody has taken yet waits in the connection,
 * which is held then.
 */
export function watchAnswer({ fetch: send, signal, limits, pace, texts = untouched }: WatchOptions): Watch {
  const reading = pace?.enter();
  const controller = new AbortController();
  let silenceMs = limits.firstByteMs;
  let bytes = 0;
  const expire = () => controller.abort(new ModelFault("timeout"));
  const longest = setTimeout(expire, limits.longestMs);
  let silence = setTimeout(expire, silenceMs);
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });

  return {
    signal: controller.signal,
    fetch: async (input, init) => {
      const response = await send(input, init);
      if (!response.body) return response;
      const reader = response.body.getReader();
      let isOver = false;
      const noteEnd = () => (isOver = true);
      reader.closed.then(noteEnd, noteEnd);
      // A pipe through a stream of its own would cost as much again as reading does.
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(out) {
            for (;;) {
              // An end that is there already is nothing to gather for.
              if (reading?.isCrowded() && !isOver) await reading.turn();
              const { value } = await reader.read();
              if (value) {
                bytes += value.byteLength;
                if (bytes > limits.maxBytes) controller.abort(new ModelFault("garbled"));
                silence.refresh();
              }
              const left = value ? texts.push(value) : texts.end();
              if (left.byteLength > 0) out.enqueue(left);
              if (!value) return out.close();
              if (left.byteLength > 0) return;
            }
          },
          cancel: (reason) => reader.cancel(reason),
        },
        // What nobody has asked for yet gathers where it costs nothing.
        { highWaterMark: 0 },
      );
      return new Response(body, { status: response.status, headers: response.headers });
    },
    begin: () => {
      if (silenceMs === limits.betweenBytesMs) return silence.refresh();
      silenceMs = limits.betweenBytesMs;
      clearTimeout(silence);
      silence = setTimeout(expire, silenceMs);
    },
    stop: () => {
      reading?.leave();
      clearTimeout(longest);
      clearTimeout(silence);
      signal.removeEventListener("abort", leave);
      controller.abort(over);
    },
  };
}

const untouched = { push: (bytes: Uint8Array) => bytes, end: () => new Uint8Array() };
