import { onTestFinished } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import type { CallSpeech } from "../../../shared/domain/call.ts";
import { readSound, writeSound } from "../../../shared/domain/callSound.ts";
import { callSocketPath, startCall } from "../../../shared/contract/voice/voice.ts";
import type { CallDown, CallUp } from "../../../shared/contract/voice/voice.ts";
import type { TestServer } from "../server.ts";
import type { TestVisitor } from "../conversations/threads/talks.ts";
import { cutSound } from "./sounds.ts";

type Said = CallUp extends infer One ? (One extends { n: number } ? Omit<One, "n"> : never) : never;

/** A call as a browser has it, over a real socket. */
export interface TestCall {
  ticket: string;
  /** All that came so far, in order, each once. */
  frames: CallDown[];
  send(frame: Said): void;
  /** Sends what a microphone hears. */
  sendSound(sound: Float32Array): void;
  /** The bytes of each saying that came so far. */
  sounds: Map<number, Buffer>;
  /** Resolves with the first frame of this type that came, or comes, after those that were awaited before. */
  next<Type extends CallDown["type"]>(type: Type): Promise<CallDown & { type: Type }>;
  /** Hears what is said to its end, as a loudspeaker does. */
  hearAll(): void;
  /** Cuts the connection, and resolves once it is. */
  cut(): Promise<void>;
  /** Comes back over another socket. */
  resume(): Promise<void>;
  closed: Promise<number>;
}

/** Listens for sockets at a server that is asked in-process, until the test ends; gives where. */
export async function listenForCalls({ app: { app } }: Pick<TestServer, "app">): Promise<string> {
  const listening = await listen({ app, host: "127.0.0.1", port: 0, report: () => undefined });
  onTestFinished(() => listening.stop(0));
  return `ws://127.0.0.1:${listening.port}${callSocketPath}`;
}

interface Wanted {
  address: string;
  threadId?: string;
  newThreadId?: string;
  language?: string;
  speech?: CallSpeech;
  isRecorded?: boolean;
  wantsAvatar?: boolean;
}

/** Begins a call of a visitor. */
export async function beginCall(
  server: TestServer,
  visitor: TestVisitor,
  { address, ...wanted }: Wanted,
): Promise<TestCall & { isRecorded: boolean }> {
  const { data } = await server.as(visitor).call(startCall, {
    params: { productId: visitor.agentId },
    body: { data: { language: "en", ...wanted } },
  });
  return Object.assign(await openCall(data.ticket, address), { isRecorded: data.isRecorded });
}

/** Opens the socket of a call. */
export async function openCall(ticket: string, address: string): Promise<TestCall> {
  const frames: CallDown[] = [];
  const waiting: { type: string; from: number; give: (frame: CallDown) => void }[] = [];
  const seen = new Map<string, number>();
  let [sent, got] = [0, 0];
  let socket = new WebSocket(address);
  let closed = Promise.withResolvers<number>();
  let hearsAll = false;
  const sounds = new Map<number, Buffer>();

  function take(frame: CallDown): void {
    if ("n" in frame) {
      if (frame.n <= got) return;
      got = frame.n;
    }
    frames.push(frame);
    if (hearsAll && frame.type === "say") hear(frame);
    for (const one of waiting.splice(0)) {
      const found = find(one.type, one.from);
      if (found) one.give(found);
      else waiting.push(one);
    }
  }

  function takeSound(bytes: Uint8Array): void {
    const piece = readSound(bytes);
    if (!piece || piece.n <= got) return;
    got = piece.n;
    sounds.set(piece.id, Buffer.concat([sounds.get(piece.id) ?? Buffer.alloc(0), piece.bytes]));
  }

  function find(type: string, from: number): CallDown | undefined {
    const at = frames.findIndex((frame, index) => index >= from && frame.type === type);
    if (at >= 0) seen.set(type, at + 1);
    return frames[at];
  }

  function hear({ id, text }: CallDown & { type: "say" }): void {
    send({ type: "heard", id, characters: 0 });
    send({ type: "heard", id, characters: text.length });
  }

  function send(frame: Said): void {
    sent += 1;
    socket.send(JSON.stringify({ n: sent, ...frame }));
  }

  async function connect(): Promise<void> {
    closed = Promise.withResolvers();
    const { resolve } = closed;
    socket.addEventListener("close", ({ code }) => resolve(code));
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data !== "string") return takeSound(new Uint8Array(data));
      take(JSON.parse(data) as CallDown); // from our own server
    });
    await new Promise((open) => socket.addEventListener("open", open, { once: true }));
    socket.send(JSON.stringify({ type: "hello", ticket, got } satisfies CallUp));
  }

  await connect();
  onTestFinished(() => socket.close());
  return {
    ...{ ticket, frames, send, sounds },
    sendSound(sound) {
      for (const samples of cutSound(sound)) {
        sent += 1;
        socket.send(writeSound({ n: sent, id: 0, bytes: new Uint8Array(samples.buffer) }));
      }
    },
    next(type) {
      const from = seen.get(type) ?? 0;
      const found = find(type, from);
      if (found) return Promise.resolve(found as CallDown & { type: typeof type }); // of this type
      return new Promise((give) => waiting.push({ type, from, give: give as (frame: CallDown) => void })); // of this type
    },
    hearAll() {
      hearsAll = true;
      for (const frame of frames) if (frame.type === "say") hear(frame);
    },
    async cut() {
      socket.close();
      await closed.promise;
    },
    async resume() {
      socket = new WebSocket(address);
      await connect();
    },
    get closed() {
      return closed.promise;
    },
  };
}
