import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { CannotStart } from "../database/cannotStart.ts";
import type { App } from "./app.ts";

export interface ListenOptions {
  app: App;
  host: string;
  port: number;
  /** Is told when a connection can't be taken, for want of file handles for example. */
  report: (error: unknown) => void;
}

export interface Listening {
  port: number;
  /** Takes no more connections, waits for what is being answered, and after a few seconds waits no longer. */
  stop(): Promise<void>;
}

const headersWithinMs = 10_000;
/** The largest upload over a slow line. */
const requestWithinMs = 5 * 60_000;
const answerWithinMs = 4000;

/** Listens for requests. Throws CannotStart, in words, where the port can't be had. */
export async function listen({ app, host, port, report }: ListenOptions): Promise<Listening> {
  const listener = getRequestListener(
    (request, { incoming }) => app.fetch(request, { incoming: incoming as IncomingMessage }),
    {
      overrideGlobalObjects: false,
    },
  );
  const server = createServer((incoming, outgoing) => {
    // Two hosts are two opinions about who is asked.
    const hosts = incoming.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    if (hosts.length !== 1 || !isSendable(incoming)) {
      outgoing.writeHead(400, { connection: "close" }).end();
      return;
    }
    void listener(incoming, outgoing);
  });
  server.headersTimeout = headersWithinMs;
  server.requestTimeout = requestWithinMs;
  await open(server, host, port);
  server.on("error", report);
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    stop: () => close(server),
  };
}

/** Whether a Request can be made of it: the rest is refused before anything reads it. */
function isSendable({ url = "", method = "" }: IncomingMessage): boolean {
  return url.startsWith("/") && !url.includes("\\") && !/^(CONNECT|TRACK)$/i.test(method);
}

async function open(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new CannotStart(
      `Port ${port} is taken by another program (or another Pilothouse). Stop it, or set PORT to another one.`,
    );
  }
  if (error.code === "EACCES")
    return new CannotStart(`Port ${port} may not be used by this user. Set PORT to one above 1023.`);
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(error.code ?? ""))
    return new CannotStart(`This machine has no address ${host}. Set HOST to one it has.`);
  return error;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const tidy = setInterval(() => server.closeIdleConnections(), 50);
  const giveUp = setTimeout(() => server.closeAllConnections(), answerWithinMs);
  await closed;
  clearInterval(tidy);
  clearTimeout(giveUp);
}
