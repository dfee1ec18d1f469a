import type { IncomingMessage } from "node:http";
import { EgressError } from "./EgressError.ts";

/**
 * Gives an answer's bytes as they are asked for: all that has come since the last time at once. In between the connection
 * is not read, so that pieces gather in the kernel, where each costs nothing, and a provider is held that is quicker than
 * its reader.
 */
export function readWhenAsked(response: IncomingMessage): ReadableStream<Uint8Array> {
  const { socket } = response;
  const pieces: Buffer[] = [];
  let isReading = true;
  let isOver = false;
  let failure: EgressError | null = null;
  let tell = () => {};

  /** Told when all is there that one look at the connection gives. */
  function stop(): void {
    // Behind its answer the connection is the next request's.
    if (!response.complete) socket.pause();
    isReading = false;
    tell();
  }

  response.on("data", (piece: Buffer) => {
    if (pieces.push(piece) === 1) setImmediate(stop);
  });
  response.on("end", () => {
    isOver = true;
    tell();
  });
  response.on("close", () => {
    if (!isOver) failure = new EgressError("interrupted", { log: String(response.errored) });
    tell();
  });

  async function arrive(): Promise<void> {
    while (!isOver && !failure && (isReading || pieces.length === 0)) {
      const told = new Promise<void>((resolve) => (tell = resolve));
      if (!isReading) socket.resume();
      isReading = true;
      await told;
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        await arrive();
        if (pieces.length > 0) out.enqueue(Buffer.concat(pieces.splice(0)));
        else if (failure) out.error(failure);
        // Told with the last bytes, so that nobody waits to ask once more.
        if (isOver) out.close();
      },
      cancel: () => void response.destroy(),
    },
    { highWaterMark: 0 },
  );
}
