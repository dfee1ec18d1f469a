import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { providerFetch } from "../../../server/egress/providerFetch.ts";

/** A provider on this machine that says what it is told. */
export interface RecordedProvider {
  /** Has the first request answered with one body, every further one with another, and gives the way there. */
  serve(body: Uint8Array, next: Uint8Array): typeof fetch;
  close(): Promise<void>;
}

/** Starts it; the providers' own addresses all lead to it. */
export async function startRecordedProvider(): Promise<RecordedProvider> {
  const bodies = new Map<string, { body: Uint8Array; next: Uint8Array; asked: number }>();
  let served = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const entry = bodies.get(String(request.headers["x-recording"]));
      if (!entry) return response.writeHead(500).end();
      entry.asked += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.end(entry.asked === 1 ? entry.body : entry.next);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return {
    serve(body, next) {
      served += 1;
      const key = String(served);
      bodies.set(key, { body, next, asked: 0 });
      return (input, init) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : String(input));
        const headers = new Headers(init?.headers);
        headers.set("x-recording", key);
        return providerFetch(url + pathname + search, { ...init, headers });
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
