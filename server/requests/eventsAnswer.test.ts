import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { answerEvents, createTurns } from "./events.ts";
import { sendEvents } from "./eventsAnswer.ts";
import { createScheduler } from "../timing/scheduler.ts";

const closings: (() => void)[] = [];
afterEach(() => closings.splice(0).forEach((close) => close()));

/** A server whose every answer is these events; `ended` resolves when a stream lets go of its handler. */
async function serve(
  events: () => AsyncIterable<unknown>,
  prepare: (outgoing: ServerResponse) => void = () => {},
) {
  const ended = Promise.withResolvers<void>();
  const turns = createTurns(createScheduler({ report: console.error }));
  const server = createServer(async (_, outgoing) => {
    prepare(outgoing);
    const ending = { stopping: new AbortController().signal, end: ended.resolve };
    const rest = { requestId: "r1", mayStay: async () => true, report: () => {}, turns };
    const answer = await answerEvents(events(), { ...rest, ending });
    answer.headers.set("X-Request-Id", "r1");
    sendEvents(answer, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, ended: ended.promise };
}

function ask(port: number, version = "1.1"): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET / HTTP/${version}\r\nHost: a\r\n\r\n`);
  return socket;
}

/** Reads on until this has come, and gives all that came. */
async function readUntil(socket: Socket, wanted: string): Promise<string> {
  const chunks: string[] = [];
  let end = "";
  for await (const chunk of socket.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    end = end.slice(-wanted.length) + chunk;
    if (end.includes(wanted)) break;
  }
  return chunks.join("");
}

async function* two() {
  yield { type: "delta", text: "größer" };
  yield { type: "done" };
}

describe("events on a socket", () => {
  it("come with their head, whole in each chunk, and leave the connection for the next request", async () => {
    const { port } = await serve(two);
    const socket = ask(port);
    const text = await readUntil(socket, "\r\n0\r\n\r\n");
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(text).toContain("content-type: text/event-stream\r\n");
    expect(text).toContain("x-request-id: r1\r\n");
    const event = 'event: delta\ndata: {"text":"größer"}\n\n';
    expect(text).toContain(`\r\n${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`);
    expect(text).toContain("event: done\ndata: {}\n\n");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(await readUntil(socket, "\r\n0\r\n\r\n")).toContain("event: done");
    socket.destroy();
  });

  it("come as they are to a client that knows no chunks", async () => {
    const { port } = await serve(two);
    const text = await readUntil(ask(port, "1.0"), "never");
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toBe(
      'event: delta\ndata: {"text":"größer"}\n\nevent: done\ndata: {}\n\n',
    );
  });

  it("send their head where no event comes", async () => {
    const { port } = await serve(async function* () {
      await new Promise(() => {});
    });
    const socket = ask(port);
    expect(await readUntil(socket, "\r\n\r\n")).toContain("200 OK");
    socket.destroy();
  });

  it("end when the reader leaves", async () => {
    const { port, ended } = await serve(async function* () {
      yield { type: "ready" };
      await new Promise(() => {});
    });
    const socket = ask(port);
    await readUntil(socket, "ready");
    socket.destroy();
    await ended;
  });

  it("wait for a reader who is slower than they are, and lose nothing", async () => {
    const stalled = Promise.withResolvers<void>();
    const count = 150;
    const long = "x".repeat(100_000);
    const { port } = await serve(
      async function* () {
        for (let number = 0; number < count; number += 1) yield { type: "long", number, long };
        yield { type: "done" };
      },
      (outgoing) => {
        const write = outgoing.write.bind(outgoing) as (text: string) => boolean;
        outgoing.write = (text: string) => {
          const hasRoom = write(text);
          if (!hasRoom) stalled.resolve();
          return hasRoom;
        };
      },
    );
    const socket = ask(port);
    await stalled.promise;
    const text = await readUntil(socket, "event: done");
    const numbers = [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: count }, (_, number) => number));
    socket.destroy();
  });
});
