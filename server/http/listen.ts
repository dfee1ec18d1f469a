import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createNetServer } from "node:net";
import type { Server as NetServer } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { CannotStart } from "../database/cannotStart.ts";
import type { App } from "./app.ts";
import { createScheduler } from "../timing/scheduler.ts";

export interface ListenOptions {
  app: Pick<App, "fetch"> & Partial<Pick<App, "upgrade">>;
  host: string;
  port: number;
  /** Is told when a connection can't be taken, for want of file handles for example. */
  report: (error: unknown) => void;
}

export interface Listening {
  port: number;
  /** Accepts no new connections and waits at most `withinMs` for what is being answered. */
  stop(withinMs: number): Promise<void>;
}

const headersWithinMs = 10_000;
/** The largest upload over a slow line. */
const requestWithinMs = 5 * 60_000;
/**
 * How many connections may wait to be taken: after a restart everybody comes at once, and clients without a place are
 * retried only after the kernel's pauses, which double up to a minute. The system's own limit (net.core.somaxconn)
 * holds too.
 */
const mostWaiting = 65_535;
/**
 * Node takes one connection of a socket each time that it looks at all of them, which on a server at its limit is a few
 * times a second: who comes then would wait for minutes. So that many sockets listen on the port.
 */
const socketsOfPort = 32;
const mayShare = process.platform === "linux" && isAtLeast("22.12.0");

/** Listens for requests. Throws CannotStart, in words, where the port can't be had. */
export async function listen({ app, host, port, report }: ListenOptions): Promise<Listening> {
  const listener = getRequestListener(
    (request, { incoming, outgoing }) =>
      app.fetch(request, { incoming: incoming as IncomingMessage, outgoing: outgoing as ServerResponse }),
    {
      overrideGlobalObjects: false,
    },
  );
  // What asks for anything else, as programs do for HTTP/2, is answered as if it had not.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) => /^websocket$/i.test(headers.upgrade ?? "");
  const server = createServer({ shouldUpgradeCallback }, (incoming, outgoing) => {
    // Two hosts are two opinions about who is asked.
    const hosts = incoming.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    if (hosts.length !== 1 || !isSendable(incoming)) {
      outgoing.writeHead(400, { connection: "close" }).end();
      return;
    }
    void listener(incoming, outgoing);
  });
  if (app.upgrade) server.on("upgrade", app.upgrade);
  server.headersTimeout = headersWithinMs;
  server.requestTimeout = requestWithinMs;
  const takers = await open(server, { host, port });
  for (const taker of takers) taker.on("error", report);
  return { port: portOf(server) ?? port, stop: (withinMs) => close(server, { takers, withinMs }) };
}

/** Whether a Request can be made of it: the rest is refused before anything reads it. */
function isSendable({ url = "", method = "" }: IncomingMessage): boolean {
  return url.startsWith("/") && !url.includes("\\") && !/^(CONNECT|TRACK)$/i.test(method);
}

/** Opens the port, with as many sockets as the system lets share it; gives all that take connections for the server. */
async function open(server: Server, { host, port }: Place): Promise<NetServer[]> {
  // Sockets that share a port would share it with another program's too: whether it is free shows without sharing.
  if (port !== 0) {
    // Clients that connect meanwhile, as in a restart behind a proxy, are cut and come back. Otherwise they would wait for
    // an answer until they give up, and this start would wait for them.
    const probe = createNetServer((early) => early.on("error", () => {}).resetAndDestroy());
    await bind(probe, { host, port });
    await new Promise((resolve) => probe.close(resolve));
  }
  const isShared = mayShare && (await bind(server, { host, port, reusePort: true }).then(isDone, isNotDone));
  if (!isShared) {
    await bind(server, { host, port });
    return [server];
  }
  // Connections as an HTTP server makes them for itself.
  const asHttp = { allowHalfOpen: true, noDelay: true };
  const others = Array.from({ length: socketsOfPort - 1 }, () =>
    createNetServer(asHttp, server.emit.bind(server, "connection")),
  );
  for (const other of others) await bind(other, { host, port: portOf(server) ?? port, reusePort: true });
  return [server, ...others];
}

const isDone = () => true;
const isNotDone = () => false;

interface Place {
  host: string;
  port: number;
  reusePort?: boolean;
}

async function bind(server: NetServer, place: Place): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, place)));
    server.listen({ ...place, backlog: mostWaiting }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

/** Where Node does not know that a port can be shared, it takes all connections that wait. */
function isAtLeast(version: string): boolean {
  return process.versions.node.localeCompare(version, "en", { numeric: true }) >= 0;
}

function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === "object" && address ? address.port : null;
}

function explain(error: NodeJS.ErrnoException, { host, port }: Place): Error {
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

interface Closing {
  takers: NetServer[];
  withinMs: number;
}

async function close(server: Server, { takers, withinMs }: Closing): Promise<void> {
  const closed = takers.map((taker) => new Promise<void>((resolve) => taker.close(() => resolve())));
  const { every } = createScheduler({ report: console.error });
  const work = () => server.closeIdleConnections();
  const endTidying = every({ name: "closes idle connections", everyMs: 50, work });
  const giveUp = setTimeout(() => server.closeAllConnections(), withinMs);
  await Promise.all(closed);
  await endTidying();
  clearTimeout(giveUp);
}
