import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A line between a browser and a server that can go bad as lines do. */
export interface TcpProxy {
  /** Its address without a final slash; the same machine under the name that it was given. */
  origin: string;
  /** Breaks every connection that stands; new ones are taken. */
  cut(): void;
  /** Lets every connection that stands hang without a word, as half-open ones do; new ones are taken. */
  stall(): void;
  /** Takes no new connections, and breaks those that stand, until the next call with false. */
  setDown(isDown: boolean): void;
  /** Every piece that comes from the server from now on arrives `ms` later. */
  setDelay(ms: number): void;
  /** From now on the answer to such a share of requests is lost at its first byte, with its connection. */
  setLoss(share: number): void;
  stop(): Promise<void>;
}

interface Line {
  browser: Socket;
  server: Socket;
  isStalled: boolean;
  /** Whether the answer to the request that is under way gets lost. */
  isLost: boolean;
  /** Whether the next bytes of the browser begin a request. */
  isAnswered: boolean;
}

/** Starts a proxy before a port of this machine, or a socket in its files, on a free port of its own. */
export async function startTcpProxy(to: number | string, host = "localhost"): Promise<TcpProxy> {
  const lines = new Set<Line>();
  let isDown = false;
  let delayMs = 0;
  let lossShare = 0;

  const proxy = createServer((browser) => {
    if (isDown) return void browser.destroy();
    const server = typeof to === "number" ? connect(to, "127.0.0.1") : connect(to);
    const line: Line = { browser, server, isStalled: false, isLost: false, isAnswered: true };
    lines.add(line);
    const end = () => {
      lines.delete(line);
      if (line.isStalled) return;
      browser.destroy();
      server.destroy();
    };
    for (const socket of [browser, server]) socket.on("close", end).on("error", end).setNoDelay();
    browser.on("data", (bytes) => {
      if (line.isAnswered) line.isLost = Math.random() < lossShare;
      line.isAnswered = false;
      if (!line.isStalled) server.write(bytes);
    });
    server.on("data", (bytes) => {
      line.isAnswered = true;
      if (line.isLost) return void browser.destroy();
      const pass = () => void (line.isStalled || browser.destroyed || browser.write(bytes));
      if (delayMs > 0) setTimeout(pass, delayMs);
      else pass();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  const cut = () => {
    for (const { browser, server } of lines) {
      browser.destroy();
      server.destroy();
    }
  };
  return {
    origin: `http://${host}:${(proxy.address() as AddressInfo).port}`, // it listens on a port
    cut,
    stall() {
      for (const line of lines) line.isStalled = true;
    },
    setDown(down) {
      isDown = down;
      if (down) cut();
    },
    setDelay: (ms) => void (delayMs = ms),
    setLoss: (share) => void (lossShare = share),
    async stop() {
      const stopped = new Promise((resolve) => proxy.close(resolve));
      cut();
      await stopped;
    },
  };
}
