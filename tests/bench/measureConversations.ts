import { randomUUID } from "node:crypto";
import { readServerSentEvents } from "../../shared/client/serverSentEvents.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import type { TestClient } from "../kit/client.ts";
import { npmStart, runServer } from "../kit/processes/runServer.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { fetchStream } from "./fetchStream.ts";
import { makeSynthetic } from "./makeSynthetic.ts";
import { readMemoryMb } from "./readMemory.ts";
import { writeFiles } from "./measureFirstToken.ts";
import { startProvider } from "./startProvider.ts";
import { median } from "./statistics.ts";
import { addTexts, openModelApp, openVisitor } from "./visitor.ts";
import type { BenchApp } from "./visitor.ts";

export interface ConversationFigures {
  passages: number;
  /** What the pipeline adds to the provider's own first word, at the median. */
  overheadMs: number;
  /** Answers a second at 64 conversations at once, by those of the bare provider. */
  throughput: number;
  /** The same of each one's last answer but one: by then not all begin and end in the same moment, and all still talk. */
  throughputUnderWay: number;
  /** The server's memory while they run. */
  memoryMb: number;
}

const atOnce = 64;
const turns = 6;
/** An answer costs the server half as much once some hundred were given: by then what they need is compiled. */
const warmUps = 4;
const overheadQuestions = 60;
/** Below the limit of a visitor's sends. */
const questionsEach = 6;

/** Measures answers of a provider's model: what the pipeline adds, and what 64 conversations at once cost. */
export async function measureConversations(passages: number): Promise<ConversationFigures> {
  const provider = await startProvider();
  const server = await runServer({
    script: npmStart,
    env: { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "bench", TRUST_PROXY: "1" },
  });
  const quick = await runServer({
    script: npmStart,
    env: { OPENAI_BASE_URL: `${provider.url}/instant/v1`, OPENAI_API_KEY: "bench" },
  });
  try {
    const overhead = await measureOverhead(quick, provider.url, passages);
    await quick.end();
    const app = await openModelApp(server);
    const load = await measureLoad(server, app, provider.url);
    return { ...overhead, ...load };
  } finally {
    provider.end();
    await quick.end();
    await server.end();
  }
}

/** The same question to the provider itself and through us, in turn: what lies between the medians is ours. */
async function measureOverhead(server: RunningServer, url: string, passages: number) {
  const app = await openModelApp(server);
  const { documents, questions } = makeSynthetic(passages);
  const indexed = await addTexts(app, server, writeFiles(documents));
  const bare: number[] = [];
  const ours: number[] = [];
  for (let asked = 0; asked < overheadQuestions; asked += questionsEach) {
    const visitor = await openVisitor(app, server);
    for (let number = asked; number < asked + questionsEach; number += 1) {
      const content = questions[number]?.text ?? "";
      bare.push(await timeBare(`${url}/instant/v1`, content));
      ours.push((await timeOurs(visitor, app.agentId, { content })).firstMs);
    }
  }
  const [first, second] = [bare, ours].map((times) => median(times.slice(questionsEach)));
  return { passages: indexed, overheadMs: (second ?? Number.NaN) - (first ?? Number.NaN) };
}

/** Everybody asks, reads to the end and asks again: with us, then of the provider alone. */
async function measureLoad(server: RunningServer, app: BenchApp, url: string) {
  const visitors: TestClient[] = [];
  for (let count = 0; count < atOnce; count += 1) {
    visitors.push(await openVisitor(app, server, `203.0.113.${count + 1}`));
  }
  // What is compiled with the first answers is no cost of those that follow, on either side.
  for (let round = 0; round < warmUps; round += 1) {
    await Promise.all(visitors.map((one) => timeOurs(one, app.agentId, { content: "Hello there?" })));
    await Promise.all(visitors.map(() => timeBare(`${url}/v1`, "Hello there?")));
  }
  const bare = await timeAll(() => timeBare(`${url}/v1`, "Hello there?"));
  let memoryMb = 0;
  const watching = setInterval(() => (memoryMb = Math.max(memoryMb, readMemoryMb(server.pid))), 500);
  const threads: (string | undefined)[] = [];
  const ours = await timeAll(async (index) => {
    const visitor = visitors[index];
    if (visitor) {
      const { threadId } = await timeOurs(visitor, app.agentId, {
        content: "How long is the guarantee?",
        threadId: threads[index],
      });
      threads[index] = threadId;
    }
  });
  clearInterval(watching);
  return {
    throughput: bare.seconds / ours.seconds,
    throughputUnderWay: bare.underWaySeconds / ours.underWaySeconds,
    memoryMb,
  };
}

/** Gives how long all took from the first question on, and how long the last answer but one of each on average. */
async function timeAll(once: (index: number) => Promise<unknown>) {
  const startedAt = performance.now();
  const underWay = await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      let took = 0;
      for (let turn = 1; turn <= turns; turn += 1) {
        const beganAt = performance.now();
        await once(index);
        if (turn === turns - 1) took = performance.now() - beganAt;
      }
      return took;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, underWaySeconds: underWay.reduce((all, one) => all + one, 0) / underWay.length / 1000 };
}

/** Reads a whole answer of the provider, event by event as ours is read, and gives when its first word came. */
async function timeBare(url: string, content: string): Promise<number> {
  const startedAt = performance.now();
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] });
  const response = await fetchStream(`${url}/chat/completions`, { method: "POST", body });
  if (!response.body) throw new Error("The provider said nothing.");
  let firstMs = Number.NaN;
  const hear = () => {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
  };
  for await (const { data } of readServerSentEvents(response.body, hear)) {
    if (data !== "[DONE]") JSON.parse(data);
  }
  return firstMs;
}

interface Said {
  content: string;
  threadId?: string | undefined;
}

async function timeOurs(visitor: TestClient, productId: string, { content, threadId }: Said) {
  let startedAt = performance.now();
  const onSend = () => (startedAt = performance.now());
  const body = { data: { clientId: randomUUID(), content, ...(threadId !== undefined && { threadId }) } };
  let firstMs = Number.NaN;
  let thread: string | undefined;
  let end = "";
  for await (const event of visitor.stream(sendMessage, { params: { productId }, body, onSend })) {
    if (event.type === "accepted") thread = event.thread.id;
    if (event.type === "delta" && Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
    if (event.type === "done" || event.type === "failed") end = event.type;
  }
  if (end !== "done") throw new Error(`An answer ended with ${end || "nothing"}.`);
  return { firstMs, threadId: thread };
}
