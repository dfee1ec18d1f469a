import { createServer } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server of a test's own, on a free port of this machine. */
export type WebServer = {
  port: number;
  /** Its address without a final slash. */
  origin: string;
  /** Every request that arrived, as "GET /path", oldest first. */
  hits: string[];
  /** The newest request, for a look at its headers. */
  last: () => IncomingMessage | undefined;
  stop: () => Promise<void>;
};

/** Starts a server that answers by the given function and counts what reached it. */
export async function startWebServer(answer: RequestListener, host = "127.0.0.1"): Promise<WebServer> {
  const hits: string[] = [];
  let last: IncomingMessage | undefined;
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    last = request;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // listen() on a TCP port always answers with this form of address.
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, origin: `http://${host}:${port}`, hits, last: () => last, stop };
}
