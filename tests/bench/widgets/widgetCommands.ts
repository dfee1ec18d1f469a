import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import { countWords, createTimeReader } from "../timedWords.ts";
import { openSession } from "../visitor.ts";
import { ask } from "./ask.ts";
import type { Asked } from "./ask.ts";
import { addDelay } from "./delays.ts";
import type { Delays } from "./delays.ts";
import { inTurns } from "./inTurns.ts";
import { openLiveWidget } from "./liveWidget.ts";
import type { LiveWidget } from "./liveWidget.ts";
import { createWidget } from "./widget.ts";
import type { Widget } from "./widget.ts";

export interface OpenInput {
  url: string;
  /** The surface's public token. */
  token: string;
  count: number;
  /** The number of the first one, so that no two processes have the same addresses. */
  from: number;
}

export interface TalkInput {
  count: number;
  seconds: number;
  /** Of one answer: how many, and the pause between them. */
  pieces: number;
  pieceMs: number;
}

/** A message that a widget's live events are to tell of. */
interface Told {
  live: LiveWidget;
  messageId: string;
}

export interface Talked {
  answers: number;
  /** Answers that are not whole: pieces that lack, or other text than the server says at the end. */
  broken: number;
  cuts: number;
  /** Messages that no live event told of. */
  missed: number;
  delays: Delays;
  /** Those of them from after all had begun. */
  settledDelays: Delays;
  /** How late this process itself was at the 99th percentile, which is in the delays too. */
  ownLagMs: number;
}

export interface Repeated {
  sent: number;
  requests: number;
  cuts: number;
  /** Sends whose repeats were told of different messages or answers. */
  differing: number;
  stored: number;
  answered: number;
}

export interface Checked {
  acknowledged: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  answered: number;
  /** Given up after they were interrupted too often; the visitor is offered another try. */
  givenUp: number;
  cuts: number;
}

/** What no live event told of in this time after the last answer counts as missed. */
const missedAfterMs = 10_000;
const openAtOnce = 8;
const connectAtOnce = 50;
const repeatAtOnce = 16;

const widgets: Widget[] = [];
const lives: LiveWidget[] = [];
/** What each widget was told to be stored, in order. */
const acknowledged = new Map<Widget, string[]>();
let isLoading = false;
let loading: Promise<unknown> = Promise.resolve();
let loadCuts = 0;

/** What a process full of widgets does when it is told so. */
export const widgetCommands = {
  async open({ url, token, count, from }: OpenInput): Promise<void> {
    const numbers = Array.from({ length: count }, (_, index) => from + index);
    await inTurns(numbers, openAtOnce, async (number) => {
      const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
      widgets.push(createWidget(url, await openSession({ token }, { url }, address)));
    });
  },

  /** Every widget sends its first message, which begins its conversation: no widget is connected before. */
  async greet(): Promise<void> {
    await inTurns(widgets, openAtOnce, (widget) =>
      ask(widget, { clientId: randomUUID(), content: "Hello there." }),
    );
  },

  /** Opens every widget's live events and resolves once all are in step. */
  async connect(): Promise<void> {
    await inTurns(widgets, connectAtOnce, async (widget) => {
      const live = openLiveWidget(widget);
      lives.push(live);
      await live.nextStep();
    });
  },

  async countDrops(): Promise<number> {
    return lives.reduce((sum, { drops }) => sum + drops, 0);
  },

  /** Resolves once every widget is in step after a cut that is yet to come; gives when each was, by this machine's clock. */
  async awaitSteps(): Promise<number[]> {
    return Promise.all(lives.map((live) => live.nextStep().then(() => Date.now())));
  },

  /** Gives `count` widgets streaming answers all the time, once each has begun within the length of an answer. */
  async talk({ count, seconds, pieces, pieceMs }: TalkInput): Promise<Talked> {
    const counts = { answers: 0, broken: 0, cuts: 0, missed: 0, ownLagMs: 0 };
    const talked: Talked = { ...counts, delays: [], settledDelays: [] };
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    const answerMs = pieces * pieceMs;
    const settledAt = Date.now() + answerMs;
    const until = settledAt + seconds * 1000;
    const talking = lives.slice(0, count);
    const told: Told[] = [];
    await Promise.all(
      talking.map(async (live, index) => {
        await wait((answerMs * index) / count);
        while (Date.now() < until) told.push(...(await askTimed(live, { pieces, settledAt, talked })));
      }),
    );
    lag.disable();
    talked.ownLagMs = lag.percentile(99) / 1e6;
    talked.missed = await countMissed(told);
    return talked;
  },

  /** Every widget sends messages one after the other, each one to five times at once under one client id. */
  async repeat({ each }: { each: number }): Promise<Repeated> {
    const repeated: Repeated = {
      ...{ sent: 0, requests: 0, cuts: 0, differing: 0, stored: 0, answered: 0 },
    };
    await inTurns(widgets, repeatAtOnce, async (widget) => {
      for (let number = 0; number < each; number += 1) await sendRepeatedly(widget, number, repeated);
      const messages = await listAll(widget);
      repeated.stored += messages.filter(({ role }) => role === "user").length;
      repeated.answered += messages.filter((one) => one.role === "assistant" && one.status === "sent").length;
    });
    return repeated;
  },

  /** Every widget sends one message after the other until `stop`. */
  async load(): Promise<void> {
    isLoading = true;
    loading = Promise.all(
      widgets.map(async (widget) => {
        const told: string[] = [];
        acknowledged.set(widget, told);
        while (isLoading) {
          const asked = await ask(widget, { clientId: randomUUID(), content: `Question ${told.length}` });
          if (asked.message) told.push(asked.message.id);
          loadCuts += asked.cuts;
        }
      }),
    );
  },

  async stop(): Promise<void> {
    isLoading = false;
    await loading;
  },

  /** Holds what is stored against what was acknowledged. */
  async check(): Promise<Checked> {
    const checked: Checked = {
      ...{ acknowledged: 0, lost: 0, doubled: 0, outOfOrder: 0, answered: 0, givenUp: 0, cuts: loadCuts },
    };
    await inTurns(acknowledged, openAtOnce, async ([widget, told]) => {
      const messages = await listAll(widget);
      const users = messages.filter(({ role }) => role === "user");
      const ids = users.map(({ id }) => id);
      const answers = messages.filter(({ role }) => role === "assistant");
      checked.acknowledged += told.length;
      checked.lost += told.filter((id) => !ids.includes(id)).length;
      checked.doubled += users.length - new Set(users.map(({ clientId }) => clientId)).size;
      checked.doubled += answers.length - new Set(answers.map(({ inReplyTo }) => inReplyTo)).size;
      checked.outOfOrder += told.filter((id, index) => ids[index] !== id).length;
      checked.answered += answers.filter(({ status }) => status === "sent").length;
      checked.givenUp += answers.filter(({ status }) => status === "failed").length;
    });
    return checked;
  },
};

interface Timing {
  pieces: number;
  settledAt: number;
  talked: Talked;
}

/** Gives the messages that the live events should tell of. */
async function askTimed(live: LiveWidget, { pieces, settledAt, talked }: Timing): Promise<Told[]> {
  const read = createTimeReader();
  const asked = await ask(live.widget, { clientId: randomUUID(), content: "What time is it?" }, (text) => {
    const now = Date.now();
    for (const saidAt of read(text)) {
      addDelay(talked.delays, now - saidAt);
      if (saidAt >= settledAt) addDelay(talked.settledDelays, now - saidAt);
    }
  });
  talked.answers += 1;
  talked.cuts += asked.cuts;
  if (!isWhole(asked, pieces)) talked.broken += 1;
  return [asked.message, asked.answer].flatMap((one) => (one ? [{ live, messageId: one.id }] : []));
}

/** Live events come by a connection of their own, so the last ones may come after the answers that they tell of. */
async function countMissed(told: Told[]): Promise<number> {
  const countLeft = () => told.filter(({ live, messageId }) => !live.heard.has(messageId)).length;
  const until = Date.now() + missedAfterMs;
  while (countLeft() > 0 && Date.now() < until) await wait(100); // a bench waits; nothing is asserted by it
  return countLeft();
}

/** Every piece once, and as the server has it. */
export function isWhole({ answer, text }: Pick<Asked, "answer" | "text">, pieces: number): boolean {
  return answer?.status === "sent" && answer.content === text && countWords(text) === pieces;
}

async function sendRepeatedly(widget: Widget, number: number, repeated: Repeated): Promise<void> {
  const question = { clientId: randomUUID(), content: `Question ${number}` };
  const copies = 1 + Math.floor(Math.random() * 5);
  const asked = await Promise.all(
    Array.from({ length: copies }, async () => ask({ ...widget }, question).then((one) => one)),
  );
  repeated.sent += 1;
  repeated.requests += copies;
  repeated.cuts += asked.reduce((sum, { cuts }) => sum + cuts, 0);
  const told = new Set(asked.map(({ message, answer }) => `${message?.id} ${answer?.id}`));
  if (told.size !== 1) repeated.differing += 1;
  widget.threadId ??= asked[0]?.message?.threadId ?? null;
}

/** The line may lose an answer more often than a client asks by itself; what is stored is to be read all the same. */
async function askUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

async function listAll({ client, agentId, threadId }: Widget): Promise<Message[]> {
  const messages: Message[] = [];
  if (threadId === null) return messages;
  for (let before: number | undefined; ; before = messages[0]?.position) {
    const query = { limit: 100, ...(before !== undefined && { before }) };
    const { items, hasMore } = await askUntilAnswered(() =>
      client.call(listVisitorMessages, { params: { productId: agentId, threadId }, query }),
    );
    messages.unshift(...items);
    if (!hasMore) return messages;
  }
}
