import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  editMessage,
  endThread,
  leavePerson,
  requestPerson,
  retryAnswer,
  stopAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  listMessages,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { CallFailed } from "../../../kit/client.ts";
import { writeStream } from "../../../kit/models/modelProvider.ts";
import type { Reply } from "../../../kit/models/modelProvider.ts";
import { rounds } from "../../../kit/rounds.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const actions = [
  "send",
  "edit",
  "stop",
  "retry",
  "join",
  "reply",
  "handBack",
  "ask",
  "leave",
  "end",
] as const;
type TeamAction = (typeof actions)[number];

describe.each(bothStores())("a conversation under concurrent actions on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("loses no answer, starts none twice, and has none after a person takes over", async () => {
    const provider = await talk.useProvider();
    provider.script(speakOfTheQuestion);
    let begun = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyRound, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const party = await open();
        for (const { together, turns } of rounds) {
          const { last, answer } = await party.look();
          for (const action of together) party.begin(action, { last, answer });
          for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        }
        await party.end();
        const { items, thread } = await party.read();
        expectWhole(items, party.told);
        expectSilence(items);
        expectFirmWords(items);
        expectHandledAsTold(items, thread);
        const generations = items
          .filter(({ role }) => role === "assistant")
          .reduce((sum, { generation }) => sum + generation + 1, 0);
        expect(generations).toBe(party.told.begun);
        begun += generations;
      }),
      { ...rounds({ some: 15, whole: 60 }), examples: [[stoppedAnew]] },
    );
    expect(provider.requests.length).toBeLessThanOrEqual(begun);
  }, 120_000);

  /** What the calls answered. */
  interface Told {
    sent: string[];
    /** How often the answer to a message was begun, first or again. */
    begun: number;
    /** Messages that were changed and not answered again. */
    handedOver: Set<string>;
  }

  async function open() {
    const visitor: TestVisitor = await talk.openVisitor(agent);
    const told: Told = { sent: [], begun: 0, handedOver: new Set() };
    const under: Promise<void>[] = [];
    const { threadId } = await send(undefined);
    const params = { productId: agent.id, threadId };
    const mine = talk.server.as(visitor);
    const team = talk.server.as(talk.owner);

    async function send(known: string | undefined) {
      const content = newClientId();
      const asked = { content, ...(known && { threadId: known }) };
      const heard = await listen(say(talk.server, visitor, asked));
      told.sent.push(content);
      if (heard.answer) told.begun += 1;
      return heard;
    }

    async function edit(messageId: string) {
      const body = { data: { content: newClientId() } };
      const stream = mine.stream(editMessage, { params: { ...params, messageId }, body });
      const heard = await listen(stream);
      if (heard.answer) told.begun += 1;
      else told.handedOver.add(messageId);
    }

    async function retry(messageId: string) {
      const { events } = await listen(mine.stream(retryAnswer, { params: { ...params, messageId } }));
      if (events[0]?.type !== "handedOver") told.begun += 1;
    }

    const change = (data: { handledBy: "ai" | "human" }) =>
      team.call(updateThread, { params, body: { data } });
    const doing: Record<TeamAction, (on: { last: string; answer: string }) => Promise<unknown>> = {
      send: () => send(threadId),
      edit: ({ last }) => edit(last),
      stop: ({ answer }) => mine.call(stopAnswer, { params: { ...params, messageId: answer } }),
      retry: ({ answer }) => retry(answer),
      join: () => change({ handledBy: "human" }),
      reply: () =>
        team.call(sendReply, { params, body: { data: { clientId: newClientId(), content: "A person" } } }),
      handBack: () => change({ handledBy: "ai" }),
      ask: () =>
        mine.call(requestPerson, {
          params: { productId: agent.id },
          body: { data: { threadId, clientId: newClientId() } },
        }),
      leave: () => mine.call(leavePerson, { params }),
      end: () => mine.call(endThread, { params }),
    };

    async function read() {
      const { items } = await team.call(listMessages, { params, query: { limit: 100 } });
      return { items, thread: (await team.call(getThread, { params })).data };
    }

    return {
      told,
      read,
      begin: (action: TeamAction, on: { last: string; answer: string }) =>
        void under.push(refusable(doing[action](on))),
      look: async () => {
        const { items } = await read();
        const idOf = (role: string) => items.findLast((message) => message.role === role)?.id ?? "none";
        return { last: idOf("user"), answer: idOf("assistant") };
      },
      end: async () => void (await Promise.all(under)),
    };
  }
});

/** Half of what is done begins an answer, so that the rest meets answers that are being written. */
const anyAction = fc.oneof(fc.constantFrom<TeamAction>("send", "edit", "retry"), fc.constantFrom(...actions));
const anyRound = fc.record({
  together: fc.array(anyAction, { minLength: 1, maxLength: 4 }),
  turns: fc.nat(12),
});

/** An answer that is stopped right after it was asked for again has nothing of what was said before. */
const stoppedAnew = [
  { together: ["edit" as const], turns: 0 },
  { together: ["edit" as const, "stop" as const], turns: 0 },
];

/** What came too late is refused with its reason; anything else is a fault. */
async function refusable(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallFailed && [404, 409, 429].includes(error.status))) throw error;
  }
}

const words = Array.from({ length: 6 }, (_, index) => ` word${index}`);

function answerTo(question: string): string {
  return [question, ...words].join("");
}

/** Speaks with small pauses, as models do, and says what it was asked, so that an answer can be told from another's. */
const speakOfTheQuestion: Reply = (response, body) => {
  const asked = (body.messages ?? []) as { content: string }[]; // a chat request
  const question = asked.at(-1)?.content.split("message:\n").at(-1) ?? "";
  const rest = [question.split("\n").at(-1) ?? "", ...words];
  response.writeHead(200, { "content-type": "text/event-stream" });
  const timer = setInterval(() => {
    const text = rest.shift();
    if (text !== undefined) return response.write(writeStream("chat", [text], { reason: null }));
    clearInterval(timer);
    return response.end(writeStream("chat", []));
  }, 1);
  response.on("close", () => clearInterval(timer));
};

function expectWhole(items: Message[], told: { sent: string[]; handedOver: Set<string> }): void {
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index));
  expect(items.filter(({ status }) => status === "streaming")).toEqual([]);
  const questions = items.filter(({ role }) => role === "user");
  const first = questions.map(({ content, earlier = [] }) => earlier[0]?.content ?? content);
  expect(first.toSorted()).toEqual(told.sent.toSorted());
  const answers = items.filter(({ role }) => role === "assistant");
  expect(new Set(answers.map(({ inReplyTo }) => inReplyTo)).size).toBe(answers.length);
  for (const { inReplyTo, content, status } of answers) {
    const question = questions.find(({ id }) => id === inReplyTo);
    if (!question) throw new Error("An answer to nothing.");
    const earlier = told.handedOver.has(question.id) ? (question.earlier ?? []) : [];
    const whole = [question, ...earlier].map((text) => answerTo(text.content));
    if (status === "sent") expect(whole).toContain(content);
    else expect(whole.some((text) => text.startsWith(content))).toBe(true);
  }
}

const toHuman = new Set(["joined", "personRequested"]);

/** While a person is there, or waited for, no answer of the agent's begins, and none goes on. */
function expectSilence(items: Message[]): void {
  let since: number | null = null;
  for (const { kind, role, content, createdAt } of items) {
    if (kind === "event") since = toHuman.has(content) ? (since ?? createdAt) : null;
    else if (since !== null) expect(role).not.toBe("assistant");
  }
  const goesOn = ({ role, updatedAt }: Message) =>
    role === "assistant" && since !== null && updatedAt > since;
  expect(items.filter(goesOn)).toEqual([]);
}

/** What was gone on from, or a person answered, was not changed any more. */
function expectFirmWords(items: Message[]): void {
  for (const { editedAt, position } of items.filter((message) => message.editedAt !== null)) {
    const isEarlier = ({ role, createdAt, ...later }: Message) =>
      ["user", "support"].includes(role) && later.position > position && createdAt < Number(editedAt);
    expect(items.filter(isEarlier)).toEqual([]);
  }
}

function expectHandledAsTold(items: Message[], thread: Thread): void {
  const last = items.findLast(({ kind }) => kind === "event")?.content ?? "";
  expect(thread).toMatchObject({
    handledBy: toHuman.has(last) ? "human" : "ai",
    assignee: last === "joined" ? {} : null,
    personRequestedAt: last === "personRequested" ? expect.any(Number) : null,
  });
}
