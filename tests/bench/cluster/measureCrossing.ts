import { randomUUID } from "node:crypto";
import { openLiveEvents } from "../../../shared/client/liveEvents.ts";
import { sendMessage, watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import { sendReply } from "../../../shared/contract/conversations/threads/threads.ts";
import type { TestClient } from "../../kit/client.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import type { Row } from "../printRows.ts";
import { percentile } from "../statistics.ts";
import { openSession } from "../visitor.ts";
import type { BenchApp } from "../visitor.ts";
import { ask } from "../widgets/ask.ts";
import { createWidget } from "../widgets/widget.ts";
import type { Widget } from "../widgets/widget.ts";
import { whilePaused } from "./whilePaused.ts";

/** Below the limit of a visitor's sends. */
const messagesEach = 10;
/** What is not seen by then is lost. */
const lostAfterMs = 10_000;

/** Times visitors' messages and the team's replies, written at one process, until the other one's reader has them. */
export async function measureCrossing(
  app: BenchApp,
  [one, other]: [RunningServer, RunningServer],
  events: number,
): Promise<Row[]> {
  const productId = app.agentId;
  const visitors = Array.from({ length: Math.ceil(events / (2 * messagesEach)) }, (_, index) =>
    openSession(app, one, `203.0.113.${index}`),
  );
  const sessions = await Promise.all(visitors);
  const seen = watchMessages();
  const ended = new AbortController();
  const reading = readTeam(app.at(other.url), { productId, signal: ended.signal, hear: seen.hear });
  // It is not waited for, as what goes wrong elsewhere is what is told, and fetch may miss an abort once it forgot its request.
  reading.catch(() => {});
  const [toTeam, toVisitor]: [number[], number[]] = [[], []];
  await whilePaused(app, async () => {
    for (const opened of sessions) {
      const writes = createWidget(one.url, opened);
      const reads = createWidget(other.url, opened);
      const { live, isLive } = openReader(reads, seen.hear);
      await isLive;
      for (let count = 0; count < messagesEach; count += 1) {
        toTeam.push(await timeMessage(writes, seen.wait));
        toVisitor.push(await timeReply(app, writes, seen.wait));
      }
      live.close();
    }
  });
  ended.abort();
  return [
    { what: "events that crossed", measured: toTeam.length + toVisitor.length, budget: null, unit: "" },
    {
      what: "a visitor's message at the team's stream",
      measured: percentile(toTeam, 95),
      budget: 150,
      unit: "ms p95",
    },
    {
      what: "the team's reply at the visitor's stream",
      measured: percentile(toVisitor, 95),
      budget: 150,
      unit: "ms p95",
    },
  ];
}

/** Tells when a message was heard of, each of which says something that no other one says. */
function watchMessages() {
  const waiting = new Map<string, (at: number) => void>();
  return {
    hear: ({ content }: Message) => waiting.get(content)?.(performance.now()),
    wait: (content: string) =>
      new Promise<number>((resolve, reject) => {
        waiting.set(content, resolve);
        setTimeout(() => reject(new Error("An event was not seen by the other process.")), lostAfterMs);
      }),
  };
}

interface Reading {
  productId: string;
  signal: AbortSignal;
  hear: (message: Message) => void;
}

/** Reads the team's stream; resolves with its end. */
async function readTeam(client: TestClient, { productId, signal, hear }: Reading): Promise<void> {
  try {
    for await (const event of client.stream(watchEvents, { params: { productId }, signal }))
      if (event.type === "message" && event.message.role === "user") hear(event.message);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function openReader({ client, agentId }: Widget, hear: (message: Message) => void) {
  const { promise: isLive, resolve } = Promise.withResolvers<void>();
  const live = openLiveEvents({
    ...{ client, productId: agentId },
    onEvent: (event) =>
      void (event.type === "message" && event.message.role === "support" && hear(event.message)),
    onReadAfresh: () => {},
    onState: (state) => void (state === "live" && resolve()),
  });
  return { live, isLive };
}

type WaitFor = (content: string) => Promise<number>;

async function timeMessage(widget: Widget, waitFor: WaitFor): Promise<number> {
  const content = `Is anybody there? ${randomUUID()}`;
  const heard = waitFor(content);
  const startedAt = performance.now();
  const asked = await ask(widget, { clientId: randomUUID(), content });
  if (!asked.message) throw new Error(`${sendMessage.path} did not take the message.`);
  return (await heard) - startedAt;
}

async function timeReply(app: BenchApp, widget: Widget, waitFor: WaitFor): Promise<number> {
  const content = `Yes, we are. ${randomUUID()}`;
  const heard = waitFor(content);
  const startedAt = performance.now();
  await app.client.call(sendReply, {
    params: { productId: app.agentId, threadId: widget.threadId ?? "" },
    body: { data: { clientId: randomUUID(), content } },
  });
  return (await heard) - startedAt;
}
