import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** How much may wait in memory for a client that reads slowly; its stream is not asked for more before. */
const bufferedBytes = 64 * 1024;

const encoder = new TextEncoder();

/** Where the text of a stream goes. */
export interface Outlet {
  /** Takes some text; false where as much waits as may, until it tells that there is room. */
  write(text: string): boolean;
  /** Nothing more comes. */
  end(): void;
  /** Nothing more comes, and what waits need not go out. */
  cut(): void;
}

/** What an outlet tells its stream. */
export interface StreamPump {
  hasRoom(): void;
  /** The reader has left. */
  left(): void;
}

/**
 * An answer of server-sent events with only its head: its text is written where the answer ends up, straight to the
 * socket, as a stream of the web's own kind costs several times as much memory and time for each of thousands.
 */
export class EventsAnswer extends Response {
  readonly pour: (outlet: Outlet) => StreamPump;

  constructor(pour: (outlet: Outlet) => StreamPump) {
    super(null, {
      headers: {
        "Content-Type": "text/event-stream",
        // Proxies would gather events before they hand them on.
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
    this.pour = pour;
  }
}

/**
 * Sends an answer of events over its socket; one that came without a socket has them in the body of what this gives.
 * `ended` is called when the reader has left.
 */
export function sendEvents(
  answer: EventsAnswer,
  outgoing: ServerResponse | undefined,
  ended: () => void = () => {},
): Response {
  if (!outgoing) return new Response(toBody(answer, ended), { headers: answer.headers });
  sendToSocket(answer, outgoing);
  outgoing.once("close", ended);
  if (outgoing.destroyed) ended();
  return RESPONSE_ALREADY_SENT;
}

function sendToSocket({ status, headers, pour }: EventsAnswer, outgoing: ServerResponse): void {
  sendHead(outgoing, status, [...headers].flat());
  const outlet = new SocketOutlet(outgoing);
  const pump = pour(outlet);
  // Listeners on the request itself would keep all of it in memory for as long as the stream lasts.
  outgoing.removeAllListeners("close");
  forget(outgoing.req);
  outlet.lead(pump);
  if (outgoing.destroyed) pump.left();
}

/** Sends the head, with the first event where that is there. Alone it is one text, else Node keeps it in fifty pieces. */
function sendHead(outgoing: ServerResponse, status: number, headers: string[]): void {
  const { socket } = outgoing;
  socket?.cork();
  outgoing.writeHead(status, headers).flushHeaders();
  process.nextTick(() => socket?.uncork());
}

/** An answer on its socket. */
class SocketOutlet implements Outlet {
  readonly #outgoing: ServerResponse;
  readonly #isChunked: boolean;
  #pouring: StreamPump | undefined;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    this.#isChunked = outgoing.chunkedEncoding;
    // Node writes a chunk as four pieces; whole ones cost half as much.
    outgoing.chunkedEncoding = false;
  }

  /** Tells the stream of its reader from now on. */
  lead(pump: StreamPump): void {
    this.#pouring = pump;
    this.#outgoing.on("close", pump.left);
    this.#outgoing.on("error", pump.left);
  }

  write(text: string): boolean {
    const hasRoom = this.#outgoing.write(this.#isChunked ? toChunk(text) : text);
    if (!hasRoom) this.#outgoing.once("drain", () => this.#pouring?.hasRoom());
    return hasRoom;
  }

  end(): void {
    this.#outgoing.chunkedEncoding = this.#isChunked;
    this.#outgoing.end();
  }

  cut(): void {
    this.#outgoing.destroy();
  }
}

/** The request is no longer needed, and Node would keep it for as long as the answer lasts. */
function forget(incoming: IncomingMessage): void {
  incoming.rawHeaders = [];
  incoming.headers = {};
  incoming.url = "";
}

function toChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function toBody({ pour }: EventsAnswer, ended: () => void): ReadableStream<Uint8Array> {
  let pump: StreamPump | undefined;
  let isOpen = true;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (isOpen) controller.close();
          isOpen = false;
          ended();
        };
        pump = pour({
          write(text) {
            controller.enqueue(encoder.encode(text));
            return (controller.desiredSize ?? 0) > 0;
          },
          end,
          cut: end,
        });
      },
      pull: () => pump?.hasRoom(),
      cancel() {
        isOpen = false;
        ended();
        pump?.left();
      },
    },
    { highWaterMark: bufferedBytes, size: (chunk) => chunk.byteLength },
  );
}
