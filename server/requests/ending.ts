import type { ServerResponse } from "node:http";
import { whenAborted } from "./whenAborted.ts";

/** When the caller has stopped waiting: the client left, the server stops, or `end` was called. */
export interface Ending {
  /** The signal is made when it is first asked for: most handlers never do, and it costs as much as all other facts. */
  signal(): AbortSignal;
  end(): void;
  /** What ends a stream beside its own socket, which tells by itself that the client left. */
  stopping: AbortSignal;
}

/** The ending of a request that is answered on a socket. */
export class SocketEnding implements Ending {
  readonly stopping: AbortSignal;
  readonly #outgoing: ServerResponse;
  #controller: AbortController | undefined;
  #forget: (() => void) | undefined;

  constructor(outgoing: ServerResponse, stopping: AbortSignal) {
    this.#outgoing = outgoing;
    this.stopping = stopping;
  }

  signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    const outgoing = this.#outgoing;
    this.#forget = whenAborted(this.stopping, () => this.end());
    // An answer that is complete closes too.
    outgoing.once("close", () => (outgoing.writableFinished ? this.#forget?.() : this.end()));
    if (this.stopping.aborted || outgoing.destroyed) this.end();
    return this.#controller.signal;
  }

  end(): void {
    this.#forget?.();
    this.#controller?.abort();
  }
}

/** The ending of a request that came without a socket. */
export function endWithSignal(left: AbortSignal, stopping: AbortSignal): Ending {
  const controller = new AbortController();
  const signal = AbortSignal.any([left, stopping, controller.signal]);
  return { signal: () => signal, end: () => controller.abort(), stopping: signal };
}
