import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** A page's connections are its own, and thousands of pages stand in one process here. */
const agent = new Agent({ maxSockets: Infinity });

/** What `Response` takes no body with. */
const bodiless = [204, 205, 304];

/**
 * Asks as `fetch` does; what streams is read by its reader alone, without web streams: these cost more a chunk than all
 * else that a widget does with it, and the machine is the server's to use.
 */
export function fetchStream(address: string, init: RequestInit): Promise<Response> {
  const { method = "GET", headers, signal, body } = init;
  return new Promise((resolve, reject) => {
    const asking = request(address, {
      ...{ method, agent, headers: Object.fromEntries(new Headers(headers)) },
      ...(signal && { signal }),
    });
    asking.once("error", reject);
    asking.once("response", (answer) => resolve(toResponse(answer)));
    asking.end(body);
  });
}

function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") && status < 300;
  if (bodiless.includes(status)) return (answer.resume(), new Response(null, { status, headers }));
  if (!isStream) return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
  const body = { getReader: () => createReader(answer) };
  return { ok: true, status, headers, body } as unknown as Response; // the part of one that is used
}

function createReader(answer: IncomingMessage) {
  const chunks: Uint8Array[] = [];
  let isOver = false;
  let failure: Error | null = null;
  let tell = () => {};
  answer.on("data", (chunk: Uint8Array) => (chunks.push(chunk), tell()));
  answer.on("end", () => ((isOver = true), tell()));
  answer.on("error", (error) => ((failure = error), tell()));
  return {
    async read() {
      if (chunks.length === 0 && !isOver && !failure) await new Promise<void>((resolve) => (tell = resolve));
      const value = chunks.shift();
      if (value === undefined && failure) throw failure;
      return { done: value === undefined, value };
    },
    cancel: async () => void answer.destroy(),
  };
}
