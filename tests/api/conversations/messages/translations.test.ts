import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getCreditsToday } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  translateMessage,
  translateThread,
} from "../../../../shared/contract/conversations/messages/assist.ts";
import type { TranslatedEvent } from "../../../../shared/contract/conversations/messages/assist.ts";
import { editMessage, listVisitorMessages } from "../../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { removeMessage } from "../../../../shared/contract/conversations/threads/removals.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { listMessages, sendReply } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Actor } from "../../../kit/client.ts";
import { holdReply, refuse, say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { HeldReply, ModelProvider } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

describe.each(stores())("the translations of a conversation, on $name", (store) => {
  let talk: TalkingServer;
  let provider: ModelProvider;
  let agent: Agent;
  let visitor: TestVisitor;
  let thread: { params: { productId: string; threadId: string } };

  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });
  /** A visitor asks, the agent answers for 5 credits, somebody of the team adds a word and writes a note. */
  beforeEach(async () => {
    // Each test has its minute: how often a member may ask is limited.
    talk.server.clock.advance(60_000);
    provider = await talk.useProvider();
    agent = await talk.createAgent("gpt-4o");
    provider.script(answerWith("chat", ["Gern."]));
    await begin("Meine Lampe ist kaputt.");
    const written = (content: string) => ({
      ...thread,
      body: { data: { clientId: newClientId(), content } },
    });
    await as().call(sendReply, written("Wir schicken eine neue."));
    await as().call(createNote, written("Quokka"));
    provider.script(answerWith("chat", ["In English."]));
  });

  async function begin(content: string): Promise<void> {
    visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content }));
    thread = { params: { productId: agent.id, threadId } };
  }

  const as = (actor: Actor = talk.owner) => talk.server.as(actor);
  const list = async () => (await as().call(listMessages, thread)).items;
  const readCredits = async () =>
    (await as().call(getCreditsToday, { params: { productId: agent.id } })).data.credits;
  const english = { language: "en", text: "In English.", model: "GPT-4o", credits: 5 };

  async function translate(messageIds: string[], actor?: Actor, language = "en") {
    const events: TranslatedEvent[] = [];
    const asked = { ...thread, body: { data: { language, messageIds } } };
    for await (const event of as(actor).stream(translateThread, asked)) events.push(event);
    return events;
  }

  async function translateOne(messageId: string, language = "en", signal?: AbortSignal) {
    const place = { params: { ...thread.params, messageId }, ...(signal && { signal }) };
    const given = { ...place, body: { data: { language } } };
    const events = [];
    for await (const event of as().stream(translateMessage, given)) events.push(event);
    return events;
  }

  async function edit(messageId: string, content: string): Promise<void> {
    const params = { productId: agent.id, threadId: thread.params.threadId, messageId };
    for await (const _ of as(visitor).stream(editMessage, { params, body: { data: { content } } }));
  }

  async function readKept(messageId: string): Promise<unknown> {
    const { db } = talk.server.store;
    const row = await db
      .selectFrom("messages")
      .select("translations")
      .where("id", "=", messageId)
      .executeTakeFirst();
    return row?.translations;
  }

  /** Two ask for the first message, and both are at the model. */
  async function askTwice() {
    const id = (await list())[0]?.id ?? "";
    const [mine, theirs] = [holdReply(), holdReply()];
    provider.script(mine.reply, theirs.reply);
    const leave = new AbortController();
    const first = translateOne(id);
    await mine.asked;
    const second = translateOne(id, "en", leave.signal);
    await theirs.asked;
    return { id, leave, mine: { ...mine, events: first }, theirs: { ...theirs, events: second } };
  }

  it("cover messages of visitor, agent and team, are stored for the team, and are charged once", async () => {
    const all = await list();
    const said = all.filter(({ kind, audience }) => kind === "text" && !audience);
    expect(said.map(({ role }) => role)).toEqual(["user", "assistant", "support"]);
    const before = provider.requests.length;
    const events = await translate(all.map(({ id }) => id));
    const told = said.map(({ id }) => ({ type: "translated", messageId: id, translation: english }));
    expect(events).toEqual([...told, { type: "done" }]);
    expect(await readCredits()).toBe(5 + 3 * 5);
    expect(JSON.stringify(provider.requests.slice(before))).not.toContain("Quokka");
    // Whoever of the team asks again, or for one of them, is given the same at no cost.
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    expect(
      await translate(
        said.map(({ id }) => id),
        support,
      ),
    ).toEqual(events);
    expect(await translateOne(said[1]?.id ?? "")).toEqual([
      { type: "delta", text: "In English." },
      { type: "done", model: "GPT-4o", credits: 5 },
    ]);
    expect(provider.requests).toHaveLength(before + 3);
    expect(await readCredits()).toBe(5 + 3 * 5);
    const kept = (await list()).filter(({ translations }) => translations);
    expect(kept.map(({ id, translations }) => [id, translations])).toEqual(
      said.map(({ id }) => [id, [english]]),
    );
    const seen = await as(visitor).call(listVisitorMessages, thread);
    expect(JSON.stringify(seen)).not.toContain("In English.");
  });

  it("are sent live to the team, and never to the visitor", async () => {
    const [first] = await list();
    const place = { server: talk.server, agentId: agent.id };
    const [team, theirs] = [watch(talk.owner, place), watch(visitor, place)];
    await Promise.all([team.ready, theirs.ready]);
    await translateOne(first?.id ?? "");
    const reply = { clientId: newClientId(), content: "Bis bald." };
    await as().call(sendReply, { ...thread, body: { data: reply } });
    const isReply = (one: LiveEvent) => one.type === "message" && one.message.content === reply.content;
    const [told, seen] = await Promise.all(
      [team, theirs].map(({ until }) => until((events) => events.some(isReply))),
    );
    const isOfFirst = (one: LiveEvent) => one.type === "message" && one.message.id === first?.id;
    expect(told?.find(isOfFirst)).toMatchObject({ message: { translations: [english] } });
    expect(seen?.filter(isOfFirst)).toEqual([]);
    [team, theirs].forEach(({ stop }) => stop());
  });

  it("are part of an export, beside the original", async () => {
    const [first] = await list();
    await translateOne(first?.id ?? "");
    const { threadId, productId } = thread.params;
    const data = { format: "json" as const, filter: {}, threadId, messages: true };
    const { url } = (await as().call(exportThreads, { params: { productId }, body: { data } })).data;
    const response = await talk.server.request(url);
    const [saved] = JSON.parse(await response.text()) as { messages: { translations?: unknown }[] }[];
    expect(saved?.messages[0]).toMatchObject({
      text: "Meine Lampe ist kaputt.",
      translations: [{ language: "en", text: "In English." }],
    });
    expect(saved?.messages[1]).not.toHaveProperty("translations");
  });

  it("are deleted with their message", async () => {
    const id = (await list())[0]?.id ?? "";
    await translateOne(id);
    await as().call(removeMessage, { params: { ...thread.params, messageId: id } });
    expect(await readKept(id)).toBeNull();
  });

  it("are stored per language, and are deleted with the text they are of", async () => {
    // What was answered by a person is not rewritten.
    await begin("Meine Lampe ist kaputt.");
    const [first] = await list();
    const id = first?.id ?? "";
    await translateOne(id);
    provider.script(answerWith("chat", ["En français."]));
    await translateOne(id, "fr");
    const languages = async () => (await list())[0]?.translations?.map(({ language }) => language);
    expect(await languages()).toEqual(["en", "fr"]);
    await edit(id, "Meine Uhr ist kaputt.");
    expect(await languages()).toBeUndefined();
    expect(await readKept(id)).toBeNull();
    provider.script(answerWith("chat", ["My clock broke."]));
    expect(await translateOne(id)).toMatchObject([{ text: "My clock broke." }, { type: "done" }]);
  });

  it("are deleted with an answer that is written again", async () => {
    await begin("Meine Lampe ist kaputt.");
    const [asked, answer] = (await list()).filter(({ kind }) => kind === "text");
    await translateOne(answer?.id ?? "");
    await edit(asked?.id ?? "", "Meine Uhr ist kaputt.");
    expect(await readKept(answer?.id ?? "")).toBeNull();
  });

  it("are not stored, returned or charged when their text is edited meanwhile", async () => {
    await begin("Meine Lampe ist kaputt.");
    const id = (await list())[0]?.id ?? "";
    const ask = async (events: Promise<unknown[]>, held: HeldReply, content: string) => {
      await held.asked;
      held.say("My lamp broke.");
      await edit(id, content);
      held.end();
      return events;
    };
    const before = await readCredits();
    const [many, one] = [holdReply(), holdReply()];
    provider.script(many.reply, answerWith("chat", ["Gern."]));
    expect(await ask(translate([id]), many, "Meine Uhr ist kaputt.")).toEqual([{ type: "done" }]);
    provider.script(one.reply, answerWith("chat", ["Gern."]));
    const failed = { type: "failed", error: { code: "message_changed" } };
    expect((await ask(translateOne(id), one, "Meine Vase ist kaputt.")).at(-1)).toMatchObject(failed);
    expect(await readKept(id)).toBeNull();
    // The answers that were rewritten.
    expect(await readCredits()).toBe(before + 2 * 5);
  });

  it("are charged once when two people request the same one at the same time", async () => {
    const { id, mine, theirs } = await askTwice();
    theirs.say("Theirs.");
    theirs.end();
    expect((await theirs.events).at(-1)).toMatchObject({ type: "done", credits: 5 });
    mine.say("Mine.");
    mine.end();
    expect((await mine.events).at(-1)).toMatchObject({ type: "done", credits: 5 });
    expect(await readCredits()).toBe(10);
    expect((await list())[0]?.translations).toEqual([{ ...english, text: "Theirs." }]);
    await translateOne(id);
    expect(await readCredits()).toBe(10);
  });

  it.each(["", "The"])("stay paid when another reader stops who had got %j of the same one", async (told) => {
    const { mine, theirs, leave } = await askTwice();
    theirs.say(told);
    leave.abort();
    await theirs.events;
    await provider.closedEarly;
    mine.say("In English.");
    mine.end();
    await mine.events;
    await expect.poll(readCredits).toBe(10);
    expect((await list())[0]?.translations).toEqual([english]);
  });

  it("cost nothing when nobody waits for their end", async () => {
    const { mine, theirs, leave } = await askTwice();
    // The stream that is cut is asked for again, and refused: a held reply would be waited for.
    provider.script();
    theirs.say("The");
    leave.abort();
    await theirs.events;
    await provider.closedEarly;
    mine.say("In");
    mine.cut();
    expect((await mine.events).at(-1)).toMatchObject({ type: "failed" });
    await expect.poll(readCredits).toBe(5);
    expect((await list())[0]?.translations).toBeUndefined();
  });

  it("are shared by readers of a language in any region, and separate for each of its scripts", async () => {
    const id = (await list())[0]?.id ?? "";
    await translateOne(id, "en-US");
    await translateOne(id, "en");
    await translateOne(id, "EN-gb");
    expect(await readCredits()).toBe(10);
    for (const language of ["zh-TW", "zh-CN", "zh-HK"]) await translateOne(id, language);
    const kept = (await list())[0]?.translations?.map(({ language }) => language);
    expect(kept).toEqual(["en", "zh-Hant", "zh"]);
    expect(await readCredits()).toBe(20);
  });

  it("cost nothing when a message is in the reader's language already, and are not requested again", async () => {
    const id = (await list())[0]?.id ?? "";
    provider.script(answerWith("chat", ["Meine Lampe ist ", "kaputt."]));
    expect((await translateOne(id, "de")).at(-1)).toEqual({ type: "done", model: "GPT-4o", credits: 0 });
    const asked = provider.requests.length;
    await translateOne(id, "de-AT");
    expect(await readCredits()).toBe(5);
    expect(provider.requests).toHaveLength(asked);
  });

  it("stored by an earlier build contain no time, and their message can still be changed", async () => {
    const first = (await list())[0];
    const messageId = first?.id ?? "";
    await translateOne(messageId);
    const kept = JSON.parse(String(await readKept(messageId))) as { at?: number }[]; // as it stands in the row
    const translations = JSON.stringify(kept.map(({ at: _at, ...one }) => one));
    const { db } = talk.server.store;
    await db.updateTable("messages").set({ translations }).where("id", "=", messageId).execute();
    expect((await list())[0]?.updatedAt).toBe(first?.updatedAt);
    const { data } = await as().call(removeMessage, { params: { ...thread.params, messageId } });
    expect(data.updatedAt).toBeGreaterThan(first?.updatedAt ?? 0);
  });

  it("are not requested for messages without words, or for events", async () => {
    const joined = (await list()).find(({ kind }) => kind === "event")?.id ?? "";
    await expect(translateOne(joined)).rejects.toMatchObject({ status: 409 });
    await begin("+47 22 33 44 👍 https://example.com/lamp");
    const [first] = await list();
    const asked = provider.requests.length;
    const before = await readCredits();
    await expect(translateOne(first?.id ?? "")).rejects.toMatchObject({ status: 409 });
    expect(await translate([first?.id ?? ""])).toEqual([{ type: "done" }]);
    expect(provider.requests).toHaveLength(asked);
    expect(await readCredits()).toBe(before);
  });

  it("stop at the first failure, of which nothing is stored or charged", async () => {
    const said = (await list()).filter(({ kind, audience }) => kind === "text" && !audience);
    provider.script(answerWith("chat", ["In English."]), refuse(400));
    const events = await translate(said.map(({ id }) => id));
    expect(events.map(({ type }) => type)).toEqual(["translated", "failed"]);
    expect(await readCredits()).toBe(10);
    expect((await list()).filter(({ translations }) => translations)).toHaveLength(1);
    provider.script(answerWith("chat", ["In English."]));
    expect(await translate(said.map(({ id }) => id))).toHaveLength(4);
    expect(await readCredits()).toBe(20);
  });

  it("are refused to other organizations, and to the built-in model", async () => {
    const ids = (await list()).map(({ id }) => id);
    await expect(translate(ids, await talk.server.createOwner())).rejects.toMatchObject({ status: 404 });
    agent = await talk.createAgent("pilothouse-builtin");
    await begin("Hallo");
    await expect(translate((await list()).map(({ id }) => id))).rejects.toMatchObject({ status: 409 });
    // A conversation's own messages alone: those of another one are passed over.
    expect(await translate(ids)).toEqual([{ type: "done" }]);
  });
});
