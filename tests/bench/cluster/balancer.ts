import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** One address before several servers, as a load balancer in front of them. */
export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a balancer that gives each new connection to the next server that takes it. */
export async function startBalancer(ports: number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;

  /** Each port is tried once, however many others are handed on meanwhile. */
  function hand(browser: Socket, [port, ...others]: number[]): void {
    if (port === undefined) return void browser.destroy();
    const server = connect(port, "127.0.0.1");
    server.once("error", () => hand(browser, others));
    server.once("connect", () => {
      server.removeAllListeners("error");
      const end = () => {
        browser.destroy();
        server.destroy();
      };
      for (const socket of [browser, server]) socket.on("error", end).on("close", end).setNoDelay();
      browser.pipe(server).pipe(browser);
    });
  }

  const balancer = createServer((browser) => {
    open.add(browser);
    browser.on("close", () => open.delete(browser)).on("error", () => {});
    turn = (turn + 1) % ports.length;
    hand(browser, [...ports.slice(turn), ...ports.slice(0, turn)]);
  });
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(balancer.address() as AddressInfo).port}`, // it listens on a port
    async stop() {
      const stopped = new Promise((resolve) => balancer.close(resolve));
      open.forEach((socket) => socket.destroy());
      await stopped;
    },
  };
}
