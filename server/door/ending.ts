import type { ServerResponse } from "node:http";
import { whenAborted } from "./whenAborted.ts";

/** When nobody waits for a request any more: the client left, the server stops, or `end` was called. */
export interface Ending {
  /** The signal is made when it is first asked for: most handlers never do, and it costs as much as all other facts. */
  signal(): AbortSignal;
  end(): void;
}

/** The ending of a request that is answered on a socket. */
export function endWithAnswer(outgoing: ServerResponse, stopping: AbortSignal): Ending {
  let controller: AbortController | undefined;
  let forget = () => {};

  function end(): void {
    forget();
    controller?.abort();
  }

  return {
    signal() {
      if (controller) return controller.signal;
      controller = new AbortController();
      forget = whenAborted(stopping, end);
      // An answer that is complete closes too.
      outgoing.once("close", () => (outgoing.writableFinished ? forget() : end()));
      if (stopping.aborted || outgoing.destroyed) end();
      return controller.signal;
    },
    end,
  };
}

/** The ending of a request that came without a socket. */
export function endWithSignal(left: AbortSignal, stopping: AbortSignal): Ending {
  const controller = new AbortController();
  const signal = AbortSignal.any([left, stopping, controller.signal]);
  return { signal: () => signal, end: () => controller.abort() };
}
