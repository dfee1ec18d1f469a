import { beforeAll, describe, expect, it, vi } from "vitest";
import { createAnswering } from "../../../../server/answering/answering.ts";
import { spendFreely } from "../../../../server/answering/spend.ts";
import { createConversations } from "../../../../server/conversations/conversations.ts";
import { leaseMs } from "../../../../server/conversations/answers/lease.ts";
import type { Bus } from "../../../../server/live/bus.ts";
import { createEvents } from "../../../../server/live/events.ts";
import { createJobs } from "../../../../server/jobs/jobs.ts";
import { createModels } from "../../../../server/models/models.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  editMessage,
  listVisitorMessages,
  requestPerson,
  resumeAnswer,
  retryAnswer,
  stopAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import { updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { holdReply, say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import {
  listen,
  listenUntil,
  newClientId,
  newEar,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { openBus } from "../../../../server/live/openBus.ts";
import { createStorage } from "../../../../server/storage/createStorage.ts";

interface ProcessOptions {
  isFirst?: boolean;
  /** A bus that the process shares with others, instead of its own. */
  bus?: Bus;
}

describe.each(bothStores())("an answer whose process dies on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("is written again by another process, and its reader restarts by itself (fault 1)", async () => {
    const { provider, visitor, ear, stream, held } = await begin("Half of the old");
    await kill(ear);
    provider.script(answerWith("chat", ["The ", "new ", "text."]));
    const other = await startProcess(provider);
    await other.recover();
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.find(({ type }) => type === "restart")).toEqual({ type: "restart", generation: 1 });
    held.say(" never seen");
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { content: "The new text.", generation: 1, status: "sent", id: ear.answer?.id },
    });
    const late = await listen(resume(visitor, ear, 8));
    expect(late).toMatchObject({ text: "The new text." });
    expect(await readContents(visitor, ear)).toEqual(["Tell me", "The new text."]);
    expect(provider.requests).toHaveLength(2);
    await other.close();
  });

  it("is written by one process only: a process that lost it writes nothing more", async () => {
    const { provider, visitor, ear, held } = await begin("Old");
    await talk.server.store.db
      .updateTable("messages")
      .set({ owner: "somebody-else", generation: 1, content: "Theirs" })
      .where("id", "=", ear.answer?.id ?? "")
      .execute();
    held.say(" and more");
    await provider.closedEarly;
    expect(await readContents(visitor, ear)).toEqual(["Tell me", "Theirs"]);
    // Else the processes of the tests below would go on with it.
    await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
  });

  it("is given up after three processes, and the visitor can try it again", async () => {
    const { provider, visitor, ear, stream } = await begin("Deadly");
    await kill(ear, 3);
    const other = await startProcess(provider);
    await other.recover();
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "failed",
      message: { status: "failed", error: { code: "interrupted" } },
    });
    provider.script(answerWith("chat", ["Alive."]));
    const retried = await listen(talk.server.as(visitor).stream(retryAnswer, answerOf(ear)));
    expect(retried.text).toBe("Alive.");
    await other.close();
  });

  it("stays as it is after a person took over", async () => {
    const { provider, ear, visitor } = await begin("Half");
    await kill(ear);
    await talk.server.store.db
      .updateTable("threads")
      .set({ handledBy: "human", assigneeId: talk.owner.user._id })
      .where("id", "=", ear.threadId)
      .execute();
    const other = await startProcess(provider);
    await other.recover();
    expect(await readMessages(visitor, ear)).toMatchObject([{}, { status: "stopped" }]);
    await other.close();
  });

  it("is taken over together with others, each by the state of its own conversation", async () => {
    const [first, persons, deadly, last] = [
      await begin("A"),
      await begin("B"),
      await begin("C"),
      await begin("D"),
    ];
    for (const { ear } of [first, persons, last]) await kill(ear);
    await kill(deadly.ear, 3);
    await talk.server.store.db
      .updateTable("threads")
      .set({ handledBy: "human", assigneeId: talk.owner.user._id })
      .where("id", "=", persons.ear.threadId)
      .execute();
    last.provider.script(answerWith("chat", ["Anew."]), answerWith("chat", ["Anew."]));
    const other = await startProcess(last.provider);
    await other.recover();
    for (const { ear, stream } of [first, persons, deadly, last]) {
      for await (const event of stream) ear.events.push(event);
    }
    const ends = [first, persons, deadly, last].map(({ ear }) => ear.events.at(-1));
    expect(ends).toMatchObject([
      { type: "done", message: { status: "sent", content: "Anew.", generation: 1 } },
      { type: "done", message: { status: "stopped", generation: 0 } },
      { type: "failed", message: { error: { code: "interrupted" }, generation: 0 } },
      { type: "done", message: { status: "sent", content: "Anew.", generation: 1 } },
    ]);
    await other.close();
  });

  it("is left alone while its process is alive", async () => {
    const { provider, visitor, ear, held, stream } = await begin("Alive");
    const other = await startProcess(provider, { isFirst: false });
    await other.recover();
    held.say(" and well");
    held.end();
    for await (const event of stream) ear.events.push(event);
    expect(await readContents(visitor, ear)).toEqual(["Tell me", "Alive and well"]);
    expect(provider.requests).toHaveLength(1);
    await other.close();
  });

  it.each(["stop", "takeover"])("ends by a %s that reached a process other than its own", async (how) => {
    const { provider, visitor, ear, stream } = await begin("Here");
    await kill(ear);
    const held = holdReply();
    provider.script(held.reply);
    const other = await startProcess(provider);
    await other.recover();
    await held.asked;
    held.say("Elsewhere");
    await listenUntil(stream, ear, ({ text }) => text === "Elsewhere");
    if (how === "stop") await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    else {
      const params = { productId: agent.id, threadId: ear.threadId };
      const body = { data: { handledBy: "human" as const } };
      await talk.server.as(talk.owner).call(updateThread, { params, body });
    }
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { status: "stopped", content: "Elsewhere", generation: 1 },
    });
    held.say(" and on");
    await provider.closedEarly;
    expect((await readMessages(visitor, ear))[1]).toMatchObject({ status: "stopped", content: "Elsewhere" });
    await other.close();
  });

  it("is written again here when its question is edited, and the other process writes nothing more", async () => {
    const { provider, visitor, ear, stream } = await begin("Here");
    await kill(ear);
    const held = holdReply();
    provider.script(held.reply);
    const other = await startProcess(provider);
    await other.recover();
    await held.asked;
    held.say("Elsewhere");
    await listenUntil(stream, ear, ({ text }) => text === "Elsewhere");
    provider.script(answerWith("chat", ["Changed."]));
    const params = { ...answerOf(ear).params, messageId: ear.message?.id ?? "none" };
    const body = { data: { content: "Tell me more" } };
    const edited = await listen(talk.server.as(visitor).stream(editMessage, { params, body }));
    held.say(" and on");
    await provider.closedEarly;
    expect(edited.end).toMatchObject({ content: "Changed.", generation: 2, status: "sent" });
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({ type: "done", message: { content: "Changed." } });
    expect(await readContents(visitor, ear)).toEqual(["Tell me more", "Changed."]);
    await other.close();
  });

  it("stops when the visitor asks for a person, no matter which process writes it", async () => {
    const { provider, visitor, ear, stream } = await begin("Here");
    await kill(ear);
    const held = holdReply();
    provider.script(held.reply);
    const other = await startProcess(provider);
    await other.recover();
    await held.asked;
    held.say("Elsewhere");
    await listenUntil(stream, ear, ({ text }) => text === "Elsewhere");
    const body = { data: { threadId: ear.threadId, clientId: newClientId() } };
    await talk.server.as(visitor).call(requestPerson, { params: { productId: agent.id }, body });
    await provider.closedEarly;
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({ message: { status: "stopped", content: "Elsewhere" } });
    await other.close();
  });

  it("is handed on when its process stops in good order", async () => {
    const { provider, visitor, ear } = await begin("Before");
    const first = await startProcess(provider);
    await kill(ear);
    const held = holdReply();
    provider.script(held.reply);
    await first.recover();
    await held.asked;
    await first.close();
    provider.script(answerWith("chat", ["After."]));
    const second = await startProcess(provider);
    await second.recover();
    expect((await listen(resume(visitor, ear, 0))).end).toMatchObject({ content: "After.", generation: 2 });
    await second.close();
  });

  it("is handed on after three processes too, when the last one stops in good order", async () => {
    const { provider, visitor, ear } = await begin("Before");
    await kill(ear, 2);
    const third = await startProcess(provider);
    const held = holdReply();
    provider.script(held.reply);
    await third.recover();
    await held.asked;
    provider.script(answerWith("chat", ["After all."]));
    await third.close();
    const fourth = await startProcess(provider);
    await fourth.recover();
    expect((await listen(resume(visitor, ear, 0))).end).toMatchObject({
      ...{ status: "sent", content: "After all.", generation: 2 },
    });
    await fourth.close();
  });

  it("continues at once in a process that is already running when its own stops (fault 3)", async () => {
    const { provider, visitor, ear } = await begin("Before");
    await kill(ear);
    const bus = await openBus({ store: talk.server.store, report: () => {} });
    const held = holdReply();
    provider.script(held.reply);
    const first = await startProcess(provider, { bus });
    await first.recover();
    await held.asked;
    // Nobody looks by the clock: only the word of the one that stops can tell the other.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const second = await startProcess(provider, { bus, isFirst: false });
    await second.recover();
    vi.useRealTimers();
    provider.script(answerWith("chat", ["After."]));
    await first.close();
    expect((await listen(resume(visitor, ear, 0))).end).toMatchObject({ content: "After.", generation: 2 });
    // Between processes on Postgres the server of this test hears it too, and either may be the first.
    if (store.name === "sqlite") expect(provider.requests.at(-1)?.headers.authorization).toBe("Bearer key-2");
    await second.close();
    await bus.close();
  });

  async function begin(text: string) {
    const provider = await talk.useProvider();
    const visitor = await talk.openVisitor(agent);
    const held = holdReply();
    provider.script(held.reply);
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "Tell me" });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    await held.asked;
    held.say(text);
    await listenUntil(stream, ear, (heard) => heard.text === text);
    return { provider, visitor, held, ear, stream };
  }

  /** Another process on the same database: its first look finds all on SQLite, what has no lease on Postgres. */
  async function startProcess(provider: ModelProvider, { isFirst = true, bus: shared }: ProcessOptions = {}) {
    const { store: database } = talk.server;
    const bus = shared ?? (await openBus({ store: database, report: () => {} }));
    const models = createModels({
      settings: { openaiApiKey: "key-2", openaiBaseUrl: "http://provider.test/v1" },
      fetch: provider.fetch,
    });
    const conversations = createConversations({
      store: isFirst ? database : { ...database, dialect: "postgres" },
      bus,
      jobs: createJobs({ store: database, bus, now: talk.server.clock.now }),
      events: createEvents({ store: database, bus }),
      answering: createAnswering({ retrieve: async () => [], models }),
      ...{
        models,
        spend: spendFreely,
        skills: {
          execute: () => Promise.reject(new Error("No action is run here.")),
          read: () => Promise.reject(new Error("No action is run here.")),
          apps: {
            openPage: async () => null,
            findTool: async () => null,
            toInput: () => ({}),
          },
          ...{ answer: (exchange) => exchange, listAnswers: () => [] },
          acceptSignIn: async () => false,
          findForm: async () => null,
          findHandover: async () => null,
          list: async () => [],
        },
      },
      storage: createStorage({
        store: database,
        dataDir: talk.server.dataDir,
        uploadKey: new Uint8Array(32),
        now: talk.server.clock.now,
      }),
      attachmentKey: new Uint8Array(32),
      procedures: { takeMessage: async () => false, takeEnd: async () => false },
      findReachableSurfaces: async () => [],
      noteLook: async () => {},
      readSpoken: async () => undefined,
      findClosedWindow: async () => null,
      listOffSurfaces: async () => [],
      ...{ forgetWords: async () => {}, forgetAbout: async () => {} },
      ...{ forgetMessage: async () => {}, forgetAnswers: async () => {} },
      findOffers: async () => ({
        whyNoAttachments: async () => "No.",
        voice: async () => false,
        feedback: true,
        person: true,
        offlineForm: false,
        isTeamOnly: false,
      }),
      now: talk.server.clock.now,
    });
    return {
      recover: conversations.recover,
      close: async () => {
        await conversations.stop();
        if (!shared) await bus.close();
      },
    };
  }

  /** Makes the row as a killed process leaves it: its lease runs out, and it writes no more. */
  async function kill({ answer }: Heard, attempts = 1): Promise<void> {
    await talk.server.store.db
      .updateTable("messages")
      .set({ owner: "a-dead-process", leaseUntil: talk.server.clock.now() - leaseMs, attempts })
      .where("id", "=", answer?.id ?? "")
      .execute();
  }

  async function readMessages(visitor: TestVisitor, { threadId }: Heard) {
    const params = { productId: agent.id, threadId };
    return (await talk.server.as(visitor).call(listVisitorMessages, { params })).items;
  }

  async function readContents(visitor: TestVisitor, heard: Heard) {
    return (await readMessages(visitor, heard)).map(({ content }) => content);
  }

  function resume(visitor: TestVisitor, heard: Heard, offset: number) {
    return talk.server
      .as(visitor)
      .stream(resumeAnswer, { ...answerOf(heard), query: { offset, generation: 0 } });
  }

  function answerOf({ threadId, answer }: Heard) {
    return { params: { productId: agent.id, threadId, messageId: answer?.id ?? "none" } };
  }
});
