import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  listVisitorMessages,
  listVisitorThreads,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  createNote,
  removeNote,
  updateNote,
} from "../../../../shared/contract/conversations/messages/notes.ts";
import {
  getReceipt,
  listMessages,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { ask } from "../../../kit/safety/matrix/ask.ts";
import { nameOf, rows } from "../../../kit/safety/matrix/rows.ts";
import type { Given } from "../../../kit/safety/matrix/rows.ts";
import { idsOfNothing } from "../../../kit/safety/matrix/world.ts";
import { holdReply, say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import {
  listen,
  listenUntil,
  newClientId,
  newEar,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";

const secret = "quokka-4711";

describe.each(stores())("a conversation handed back with a note on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  const owner = () => talk.server.as(talk.owner);

  async function converse() {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const thread = { params: { productId: agent.id, threadId } };
    await owner().call(updateThread, { ...thread, body: { data: { handledBy: "human" } } });
    return { provider, visitor, thread, threadId };
  }

  type Place = Awaited<ReturnType<typeof converse>>["thread"];

  const handBack = async (thread: Place, note?: string) => {
    const data = { handledBy: "ai" as const, ...(note !== undefined && { note }) };
    return owner().call(updateThread, { ...thread, body: { data } });
  };
  const readAll = async (thread: Place) => (await owner().call(listMessages, thread)).items;
  const more = (visitor: TestVisitor, threadId: string) =>
    listen(say(talk.server, visitor, { content: "And now?", threadId }));
  /** What the model was told about itself with the newest question. */
  function systemOf({ requests }: ModelProvider): string {
    const messages = requests.at(-1)?.body["messages"] as { role: string; content: string }[]; // a chat request
    return messages.find(({ role }) => role === "system" || role === "developer")?.content ?? "";
  }

  it("keeps the note in the thread for the team, and gives it to the model from then on", async () => {
    const { provider, visitor, thread, threadId } = await converse();
    await handBack(thread, "They were refunded:\nconfirm and close.");
    const [note, event] = (await readAll(thread)).slice(-2);
    expect(note).toMatchObject({
      ...{ role: "support", kind: "text", audience: "team", about: { forAgent: true } },
      ...{ content: "They were refunded:\nconfirm and close.", author: { id: talk.owner.user._id } },
    });
    expect(event).toMatchObject({ kind: "event", content: "handedBack" });
    for (let round = 0; round < 2; round += 1) {
      const { answer } = await more(visitor, threadId);
      expect(systemOf(provider)).toContain("- They were refunded:\n  confirm and close.");
      const params = { ...thread.params, messageId: answer?.id ?? "" };
      expect((await owner().call(getReceipt, { params })).data.teamNotes).toBe(1);
    }
  });

  it("adds later notes, and adds nothing to a conversation without notes", async () => {
    const { provider, visitor, thread, threadId } = await converse();
    await handBack(thread);
    await more(visitor, threadId);
    expect(systemOf(provider)).not.toContain("handed it back");
    for (const note of ["One", "Two", "Three", "Four", "Five", "Six"]) {
      await owner().call(updateThread, { ...thread, body: { data: { handledBy: "human" } } });
      await handBack(thread, note);
    }
    await more(visitor, threadId);
    expect(systemOf(provider)).toMatch(/- Two\n- Three\n- Four\n- Five\n- Six$/m);
    expect(systemOf(provider)).not.toContain("- One");
  });

  it("gives the model the edited note, and nothing once it is deleted", async () => {
    const { provider, visitor, thread, threadId } = await converse();
    await handBack(thread, "Refunded on Monday");
    const note = (await readAll(thread)).find(({ about }) => about?.forAgent);
    const at = { params: { ...thread.params, noteId: note?.id ?? "" } };
    const { data } = await owner().call(updateNote, {
      ...at,
      body: { data: { content: "Refunded on Friday" } },
    });
    expect(data.about).toEqual({ forAgent: true });
    await more(visitor, threadId);
    expect(systemOf(provider)).toContain("- Refunded on Friday");
    expect(systemOf(provider)).not.toContain("Monday");
    await owner().call(removeNote, at);
    await more(visitor, threadId);
    expect(systemOf(provider)).not.toContain("Refunded");
  });

  it("stops an answer in progress when its note is deleted, and drops what other answers said of it", async () => {
    const { provider, visitor, thread, threadId } = await converse();
    await handBack(thread, `Only for you: ${secret}`);
    const { answer } = await more(visitor, threadId);
    const receipt = { params: { ...thread.params, messageId: answer?.id ?? "" } };
    expect((await owner().call(getReceipt, receipt)).data.teamNotes).toBe(1);
    const held = holdReply();
    provider.script(held.reply);
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "And then?", threadId });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    await held.asked;
    held.say("You get");
    await listenUntil(stream, ear, ({ text }) => text === "You get");
    const note = (await readAll(thread)).find(({ about }) => about?.forAgent);
    await owner().call(removeNote, { params: { ...thread.params, noteId: note?.id ?? "" } });
    await provider.closedEarly;
    held.end();
    const last = (await readAll(thread)).findLast(({ role }) => role === "assistant");
    expect(last).toMatchObject({ status: "stopped", content: "You get" });
    expect((await owner().send(getReceipt, receipt)).status).toBe(404);
  });

  it("gives the model no other note of the team", async () => {
    const { provider, visitor, thread, threadId } = await converse();
    await owner().call(createNote, {
      ...thread,
      body: { data: { clientId: newClientId(), content: secret } },
    });
    await handBack(thread, "Confirm");
    await more(visitor, threadId);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain(secret);
  });

  it("keeps one note no matter how often the call is repeated, and a new one when its text differs", async () => {
    const { thread } = await converse();
    for (const note of ["Confirm", "Confirm", "And close"]) await handBack(thread, note);
    const notes = (await readAll(thread)).filter(({ about }) => about?.forAgent);
    expect(notes.map(({ content }) => content)).toEqual(["Confirm", "And close"]);
  });

  it("shows the note to its visitor in no call, stream or list", async () => {
    const { visitor, thread, threadId } = await converse();
    const place = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(talk.owner, place), watch(visitor, place)];
    await Promise.all([team.ready, own.ready]);
    await handBack(thread, `Do not tell them: ${secret}`);
    const note = (await readAll(thread)).find(({ about }) => about?.forAgent);
    await more(visitor, threadId);
    await team.until((all) => all.some((event) => isMessage(event, `Do not tell them: ${secret}`)));
    const heard = await own.until((all) => all.some((event) => isMessage(event, "And now?")));
    expect(JSON.stringify(heard)).not.toContain(secret);
    expect(JSON.stringify(heard)).not.toContain(note?.id);
    const calls = talk.server.app.routes.map(({ call }) => call).filter(({ who }) => who === "visitor");
    for (const call of calls) {
      const row = rows[nameOf(call)] ?? {};
      if (row.isEnd) continue;
      const ids = { ...idsOfNothing(), ...thread.params, messageId: note?.id ?? "" };
      const given = { ids } as Given; // what visitors' rows are written with
      const { text } = await ask(talk.server, { call, row, actor: visitor, given, isWhole: true });
      expect(text, nameOf(call)).not.toContain(secret);
    }
    [team, own].forEach(({ stop }) => stop());
  });

  it("tells its visitor nothing through the team's read position", async () => {
    const { visitor, thread } = await converse();
    const data = { handledBy: "ai" as const, note: secret, read: true };
    await owner().call(updateThread, { ...thread, body: { data } });
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, thread);
    const listed = await talk.server
      .as(visitor)
      .call(listVisitorThreads, { params: { productId: agent.id } });
    expect(listed.items[0]?.teamReadTo).toBe((items.at(-1)?.position ?? 0) + 1);
  });

  it.each([
    ["with a takeover", { handledBy: "human", note: "Confirm" }],
    ["without a change", { note: "Confirm" }],
    ["empty", { handledBy: "ai", note: "  " }],
    ["too long", { handledBy: "ai", note: "a".repeat(2501) }],
  ] as const)("refuses a note %s", async (_how, data) => {
    const { thread } = await converse();
    const asked = owner().call(updateThread, { ...thread, body: { data } });
    await expect(asked).rejects.toMatchObject({ status: 400 });
  });
});
