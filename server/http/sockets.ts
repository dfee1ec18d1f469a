import type { IncomingMessage } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { AppError } from "../../shared/errors/errors.ts";
import { limitKeyOf } from "../requests/address.ts";
import { refuseCrossSite } from "../requests/crossSite.ts";
import { readFacts } from "../requests/facts.ts";
import type { Surroundings } from "../requests/facts.ts";
import type { Gates } from "../requests/gates.ts";
import type { Socket, SocketRoute } from "../requests/socket.ts";
import { whenAborted } from "../requests/whenAborted.ts";

/** The largest message: a second of sound, or the longest text in any script. */
const mostBytes = 64_000;
/** A connection that is cut without a word is known by this. */
const pingEveryMs = 10_000;
/** A peer that doesn't close in return is cut off. */
const closeWithinMs = 1000;

export interface SocketParts {
  routes: readonly SocketRoute[];
  gates: Pick<Gates, "limits" | "scheduler" | "log">;
  surroundings: Surroundings;
}

/** Takes a request to open a socket. */
export type Upgrade = (incoming: IncomingMessage, connection: Duplex, head: Buffer) => void;

/** Opens sockets at their addresses, from pages of our own origin or from programs; everything else is refused. */
export function createUpgrade({ routes, gates, surroundings }: SocketParts): Upgrade {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostBytes, perMessageDeflate: false });
  const { limits, scheduler, log } = gates;

  function find(incoming: IncomingMessage) {
    const { url = "/", headers } = incoming;
    if (surroundings.stopping.aborted) throw new AppError("unavailable");
    const request = new Request(new URL(url, `http://${headers.host ?? "localhost"}`), {
      headers: new Headers(
        Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, [value].flat().join(", ")]],
        ),
      ),
    });
    const facts = readFacts(request, { address: incoming.socket.remoteAddress ?? "" }, surroundings);
    limits.take("address", limitKeyOf(facts.address));
    for (const route of routes) {
      const params = matchPath(route.path, facts.path);
      if (!params) continue;
      refuseCrossSite(request.headers, facts.reachedOrigin);
      return { route, headers: request.headers, facts: { ...facts, params } };
    }
    throw new AppError("not_found");
  }

  function hold(socket: WebSocket, { route, facts }: ReturnType<typeof find>): void {
    const close: Socket["close"] = (code, reason) => {
      socket.close(code, reason);
      scheduler.after({ name: "cuts a socket", ms: closeWithinMs, work: () => socket.terminate() });
    };
    const ears = route.open(
      { send: (content) => socket.send(content), close, waitingBytes: () => socket.bufferedAmount },
      facts,
    );
    let isThere = true;
    const endPings = scheduler.every({
      name: "asks sockets whether they are there",
      everyMs: pingEveryMs,
      work() {
        if (!isThere) return socket.terminate();
        isThere = false;
        socket.ping();
      },
    });
    const forget = whenAborted(surroundings.stopping, () => close(1001, "The server stops."));
    socket.on("pong", () => (isThere = true));
    socket.on("message", (content: Buffer, isBinary) => ears.hear(isBinary ? content : content.toString()));
    // What is no WebSocket's frame closes it.
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      void endPings();
      forget();
      ears.closed();
    });
  }

  async function open(incoming: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    try {
      const found = find(incoming);
      await found.route.admit?.(found.headers, found.facts.params);
      server.handleUpgrade(incoming, connection, head, (socket) => hold(socket, found));
      log.info("socket", { path: found.route.path, requestId: found.facts.requestId });
    } catch (thrown) {
      const status = thrown instanceof AppError ? thrown.status : 400;
      connection.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
    }
  }

  return (incoming, connection, head) => {
    connection.on("error", () => connection.destroy());
    void open(incoming, connection, head);
  };
}

/** The parameters of a path that a route names as `{name}`; null for another path. */
function matchPath(route: string, path: string): Record<string, string> | null {
  const [wanted, given] = [route.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) params[name] = given[index] ?? "";
    else if (part !== given[index]) return null;
  }
  return params;
}
