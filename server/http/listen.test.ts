import { once } from "node:events";
import { connect, createServer, Server as NetServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { App } from "./app.ts";
import { listen } from "./listen.ts";
import type { Listening } from "./listen.ts";

const open: Listening[] = [];
afterEach(() => Promise.all(open.splice(0).map((listening) => listening.stop(1000))));

async function start(fetch: App["fetch"]): Promise<Listening> {
  const listening = await listen({ app: { fetch }, host: "127.0.0.1", port: 0, report: () => {} });
  open.push(listening);
  return listening;
}

/** Sends bytes and gives all that comes back until the other side closes. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  return readAll(socket);
}

async function readAll(socket: Socket): Promise<string> {
  let all = "";
  for await (const chunk of socket) all += chunk;
  return all;
}

/**
 * A server that listens and then sleeps, so that nobody who connects is taken in until it is woken. `countTurns` gives
 * in how many turns of its loop it then took in `count` connections.
 */
async function startAsleep() {
  const code = `
    import { parentPort, workerData } from "node:worker_threads";
    const { listen } = await import(workerData.module);
    let turn = 0;
    let count = 0;
    const turns = new Set();
    const app = {
      async fetch() {
        turns.add(turn);
        if ((count += 1) === workerData.expected) parentPort.postMessage(turns.size);
        return new Response("fine");
      },
    };
    const { port } = await listen({ app, host: "127.0.0.1", port: 0, report: () => {} });
    parentPort.postMessage(port);
    Atomics.wait(workerData.gate, 0, 0);
    const next = () => ((turn += 1), setImmediate(next));
    next();`;
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { gate, expected: 200, module: new URL("./listen.ts", import.meta.url).href };
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData });
  const [port] = (await once(worker, "message")) as [number];
  return {
    port,
    async countTurns(): Promise<number> {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      const [turns] = await once(worker, "message");
      return turns;
    },
    async end(): Promise<void> {
      Atomics.notify(gate, 0);
      await worker.terminate();
    },
  };
}

/** Gives a free port. An open connection keeps it reserved until the test ends. */
async function reservePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const kept = connect(port, "127.0.0.1");
  const [taken] = (await once(server, "connection")) as [Socket];
  server.close();
  onTestFinished(() => [kept, taken].forEach((socket) => socket.destroy()));
  return port;
}

const ok: App["fetch"] = async () => new Response("fine");

it("a server that checks whether its port is free cuts early clients, and starts", async () => {
  const port = await reservePort();
  const { close } = NetServer.prototype;
  const early = Promise.withResolvers<Socket>();
  // What closes first is what looked.
  vi.spyOn(NetServer.prototype, "close").mockImplementationOnce(function (this: NetServer, done) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    this.once("connection", () => close.call(this, done));
    early.resolve(socket);
    return this;
  });
  const listening = await listen({ app: { fetch: ok }, host: "127.0.0.1", port, report: () => {} });
  open.push(listening);
  const socket = await early.promise;
  await new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once("close", () => resolve())));
  expect(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain("fine");
});

describe("the socket", () => {
  it("is refused in words where the machine has no such address", async () => {
    const nowhere = { app: { fetch: ok }, host: "no-such-host.invalid", port: 0, report: () => {} };
    await expect(listen(nowhere)).rejects.toMatchObject({
      name: "CannotStart",
      message: "This machine has no address no-such-host.invalid. Set HOST to one it has.",
    });
  });

  it.each([
    ["TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200],
    ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["a whole address", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a backslash", "GET /\\evil HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a tunnel", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 0],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", 400],
    [
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["folded headers", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\nConnection: close\r\n\r\n", 400],
    ["huge headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["no HTTP at all", "hello\r\n\r\n", 400],
  ])("G6: survives %s", async (_, text, status) => {
    const { port } = await start(ok);
    const answer = await exchange(port, text);
    expect(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0)).toBe(status);
    expect(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain("fine");
  });

  // Elsewhere the system lets fewer wait, whatever the server asks for.
  it.runIf(process.platform === "linux")(
    "takes a crowd that comes while the server is busy, without leaving anybody to the kernel's pauses",
    async () => {
      const { port, end } = await startAsleep();
      const crowd = Array.from({ length: 700 }, () => connect(port, "127.0.0.1"));
      await Promise.all(crowd.map((socket) => once(socket, "connect")));
      crowd.forEach((socket) => socket.destroy());
      await end();
    },
  );

  // Elsewhere a port is not shared, and Node takes what waits in one turn or does not.
  it.runIf(process.platform === "linux")("takes many of a crowd in one turn", async () => {
    const { port, countTurns, end } = await startAsleep();
    const crowd = Array.from({ length: 200 }, () => connect(port, "127.0.0.1"));
    await Promise.all(crowd.map((socket) => once(socket, "connect")));
    crowd.forEach((socket) => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    expect(await countTurns()).toBeLessThan(100);
    crowd.forEach((socket) => socket.destroy());
    await end();
  });

  it("says in words that the port is taken", async () => {
    const { port } = await start(ok);
    const second = listen({ app: { fetch: ok }, host: "127.0.0.1", port, report: () => {} });
    await expect(second).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining(`Port ${port} is taken`),
    });
  });

  it("hands on the bytes of a stream as they come, and hears when the reader leaves", async () => {
    const opened = Promise.withResolvers<(text: string) => void>();
    const left = Promise.withResolvers<void>();
    const { port } = await start(async () => {
      const body = new ReadableStream({
        start: (to) => opened.resolve((text) => to.enqueue(new TextEncoder().encode(text))),
        cancel: () => left.resolve(),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const chunks = socket[Symbol.asyncIterator]();
    const readUntil = async (wanted: string) => {
      let all = "";
      while (!all.includes(wanted)) all += (await chunks.next()).value;
    };
    const push = await opened.promise;
    push("one");
    await readUntil("one");
    push("two");
    await readUntil("two");
    socket.destroy();
    await left.promise;
  });

  it("finishes what it answers when it stops, and takes nothing more", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Response>();
    const listening = await start(() => {
      asked.resolve();
      return answer.promise;
    });
    const reading = exchange(listening.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await asked.promise;
    const stopped = listening.stop(1000);
    const refused = exchange(listening.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect(refused).rejects.toMatchObject({ code: "ECONNREFUSED" });
    answer.resolve(new Response("finished"));
    expect(await reading).toContain("finished");
    await stopped;
  });
});
