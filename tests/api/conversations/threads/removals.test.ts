import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import { summarizeThread } from "../../../../shared/contract/conversations/messages/assist.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import {
  initAttachment,
  listVisitorMessages,
  listVisitorThreads,
  retryAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import { startThread } from "../../../../shared/contract/conversations/threads/startThread.ts";
import { closeGap, createTestCase } from "../../../../shared/contract/evaluation/evaluation.ts";
import { createNote, removeNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { removeMessage, removeThread } from "../../../../shared/contract/conversations/threads/removals.ts";
import {
  getThreadChange,
  removeThreads,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import {
  getReceipt,
  getThread,
  listMessages,
  listThreads,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { createWebhook, removeWebhook } from "../../../../shared/contract/webhooks/webhooks.ts";
import type { KeyScope } from "../../../../shared/domain/keyScopes.ts";
import { nextAddress } from "../../../kit/client.ts";
import type { Member } from "../../../kit/factories.ts";
import { findWords } from "../../../kit/safety/findWords.ts";
import { holdReply, say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  newClientId,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { Saying, TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";

/** What is typed by mistake; nobody else says it. */
const card = "zubrowka4711";
const confirmed = { query: { confirmed: "true" } } as const;

describe.each(bothStores())("deleted parts of conversations on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let support: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent();
    support = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id });
  const at = (threadId: string) => ({ params: { ...params(), threadId } });
  const of = (threadId: string, messageId: string) => ({ params: { ...at(threadId).params, messageId } });

  async function speak(visitor: TestVisitor, saying: Saying, answer = "I did not find that.") {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", [answer]));
    talk.server.clock.advance(5000);
    const heard = await listen(say(talk.server, visitor, saying));
    return { ...heard, provider };
  }

  async function converse(content = "Where is my lamp?") {
    const visitor = await talk.openVisitor(agent);
    const heard = await speak(visitor, { content });
    return { visitor, threadId: heard.threadId, answerId: heard.end?.id ?? "" };
  }

  async function replyOf(by: Member, threadId: string, content: string) {
    const body = { data: { clientId: newClientId(), content } };
    return (await talk.server.as(by).call(sendReply, { ...at(threadId), body })).data;
  }

  async function makeProgram(scopes: KeyScope[] = ["conversations.reply"]) {
    const { key: bearer } = (await owner().call(createApiKey, { body: { data: { name: "CRM", scopes } } }))
      .data;
    const { organizationId } = talk.owner;
    return talk.server.as({ address: nextAddress(), bearer, organizationId });
  }

  const messagesOf = async (threadId: string) => (await owner().call(listMessages, at(threadId))).items;
  const questionOf = async (threadId: string) =>
    (await messagesOf(threadId)).find(({ role }) => role === "user")?.id ?? "";

  it("are removed from every table and file that had a visitor's message, and leave a placeholder", async () => {
    const webhook = { name: "CRM", url: "http://127.0.0.1:8088/", agentIds: null, includesNotes: false };
    const events = ["message.created" as const, "conversation.created" as const];
    const { data: hook } = await owner().call(createWebhook, { body: { data: { ...webhook, events } } });
    const visitor = await talk.openVisitor(agent);
    const file = { name: `${card}.txt`, contentType: "text/plain", sizeBytes: 4 };
    const { data: target } = await talk.server
      .as(visitor)
      .call(initAttachment, { params: params(), body: { data: file } });
    const upload = { method: target.method, headers: target.fields, body: "text" };
    await talk.server.request(target.url, upload);
    const first = await speak(visitor, {
      ...{ content: `My card is ${card}`, attachments: [target.attachmentId] },
    });
    const { threadId } = first;
    const answerId = first.end?.id ?? "";
    const from = { threadId, messageId: answerId };
    const made = { question: `My card is ${card}`, kind: "answer" as const, from };
    await owner().call(createTestCase, { params: params(), body: { data: made } });
    await owner().call(closeGap, { ...of(threadId, answerId), body: { data: { closed: "dismissed" } } });
    const second = await speak(visitor, { threadId, content: "And my lamp?" });
    const delivered = async () => {
      const { db } = talk.server.store;
      return (await db.selectFrom("webhookDeliveries").select("id").execute()).length;
    };
    // That it began, and four messages.
    await expect.poll(delivered).toBe(5);
    expect(await findWords(talk.server, [card])).toEqual(
      expect.arrayContaining([
        ...["messages", "threads", "receipts", "testCases", "closedGaps", "files"],
        "webhookDeliveries",
      ]),
    );
    const before = await messagesOf(threadId);
    const { data: gone } = await owner().call(removeMessage, of(threadId, before[0]?.id ?? ""));
    expect(gone).toMatchObject({ kind: "event", content: "messageRemoved", about: { of: "visitor" } });
    expect(gone.author).toMatchObject({ id: talk.owner.user._id });
    await expect.poll(() => findWords(talk.server, [card])).toEqual([]);
    const after = await messagesOf(threadId);
    expect(after.map(({ id, position }) => [id, position])).toEqual(
      before.map(({ id, position }) => [id, position]),
    );
    const own = await talk.server.as(visitor).call(listVisitorMessages, at(threadId));
    expect(own.items[0]).toMatchObject({ kind: "event", content: "messageRemoved", author: null });
    expect(own.items[0]?.about).toBeUndefined();
    const { data: thread } = await owner().call(getThread, at(threadId));
    expect(thread.title).toBe("And my lamp?");
    expect(thread.lastMessage?.text).toBe("I did not find that.");
    for (const messageId of [answerId, second.end?.id ?? ""])
      expect((await owner().send(getReceipt, of(threadId, messageId))).status).toBe(404);
    const found = await owner().call(searchThreads, { params: params(), query: { search: card } });
    expect(found.items).toEqual([]);
    const third = await speak(visitor, { threadId, content: "Thanks" });
    expect(JSON.stringify(third.provider.requests)).toContain("And my lamp?");
    expect(JSON.stringify(third.provider.requests)).not.toContain(card);
    const body = { data: { format: "json" as const, filter: {} } };
    const { data: exported } = await owner().call(exportThreads, { params: params(), body });
    const text = await (await talk.server.request(exported.url)).text();
    expect(text).toContain("And my lamp?");
    expect(text).not.toContain(card);
    await owner().call(removeWebhook, { params: { webhookId: hook.id } });
  });

  it("are reported live to everyone who has the conversation open, including the visitor, and to nobody later", async () => {
    const { visitor, threadId } = await converse(`Mine is ${card}`);
    const teams = watch(talk.owner, { server: talk.server, agentId: agent.id });
    const theirs = watch(visitor, { server: talk.server, agentId: agent.id });
    await Promise.all([teams.ready, theirs.ready]);
    await owner().call(removeMessage, of(threadId, await questionOf(threadId)));
    for (const watching of [teams, theirs]) {
      const told = await watching.until((all) => all.some((one) => isMessage(one, "messageRemoved")));
      expect(JSON.stringify(told)).not.toContain(card);
      watching.stop();
    }
  });

  it("can be one's own reply, and others' only for owners and admins of the same organization", async () => {
    const { visitor, threadId, answerId } = await converse();
    const own = await replyOf(support, threadId, "Sorry, wrong window");
    const others = await replyOf(talk.owner, threadId, "We look for it");
    const by = talk.server.as(support);
    const questionId = await questionOf(threadId);
    for (const id of [others.id, questionId, answerId])
      await expect(by.call(removeMessage, of(threadId, id))).rejects.toMatchObject({ code: "forbidden" });
    const stranger = await talk.server.createOwner();
    const foreign = await talk.server.as(stranger).send(removeMessage, of(threadId, own.id));
    expect([403, 404]).toContain(foreign.status);
    const { data: gone } = await by.call(removeMessage, of(threadId, own.id));
    expect(gone).toMatchObject({ content: "messageRemoved", about: { of: "team" } });
    expect((await by.send(removeMessage, of(threadId, own.id))).status).toBe(404);
    const admin = talk.server.as(await talk.server.createMember(talk.owner.organizationId, "admin"));
    for (const id of [others.id, answerId]) await admin.call(removeMessage, of(threadId, id));
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, at(threadId));
    expect(items.filter(({ kind }) => kind === "text").map(({ content }) => content)).toEqual([
      "Where is my lamp?",
    ]);
    const { data: thread } = await owner().call(getThread, at(threadId));
    expect(thread.lastMessage).toMatchObject({ role: "user", text: "Where is my lamp?" });
    const { items: log } = await owner().call(listAuditEntries);
    expect(log[0]).toMatchObject({ action: "Deleted a message" });
  });

  it("don't come back by a late repeat of the message", async () => {
    const visitor = await talk.openVisitor(agent);
    const saying = { content: `Here: ${card}`, clientId: newClientId() };
    const { threadId } = await speak(visitor, saying);
    const reply = { clientId: newClientId(), content: `Is it ${card}?` };
    const { data } = await owner().call(sendReply, { ...at(threadId), body: { data: reply } });
    for (const id of [await questionOf(threadId), data.id])
      await owner().call(removeMessage, of(threadId, id));
    const refused = { code: "repeated_with_other_content" };
    await expect(speak(visitor, saying)).rejects.toMatchObject(refused);
    const again = owner().call(sendReply, { ...at(threadId), body: { data: reply } });
    await expect(again).rejects.toMatchObject(refused);
  });

  it("stop the answer in progress, which nobody can retry", async () => {
    const { provider, visitor, held, thread } = await beginAnswer(talk, agent, "Your card");
    const { threadId } = thread.params;
    await owner().call(removeMessage, of(threadId, await questionOf(threadId)));
    await provider.closedEarly;
    held.end();
    const answer = (await messagesOf(threadId)).find(({ role }) => role === "assistant");
    expect(answer).toMatchObject({ status: "stopped", content: "Your card" });
    const again = talk.server.as(visitor).stream(retryAnswer, of(threadId, answer?.id ?? ""));
    await listen(again).catch(() => {});
    const later = (await messagesOf(threadId)).find(({ role }) => role === "assistant");
    expect(later?.status).toBe("stopped");
  });

  it("leave no last message when the answer was still empty", async () => {
    const { held, thread } = await beginAnswer(talk, agent, "");
    const { threadId } = thread.params;
    await owner().call(removeMessage, of(threadId, await questionOf(threadId)));
    held.end();
    expect((await owner().call(getThread, at(threadId))).data.lastMessage).toBeNull();
  });

  it("stay out of a summary in progress", async () => {
    const { threadId } = await converse("My card is wisent58");
    const held = holdReply();
    (await talk.useProvider()).script(held.reply);
    const body = { data: { language: "en" } };
    const written = owner().call(summarizeThread, { ...at(threadId), body });
    const refused = expect(written).rejects.toMatchObject({ status: 409 });
    await held.asked;
    held.say("The card is wisent58.");
    await owner().call(removeMessage, of(threadId, await questionOf(threadId)));
    held.end();
    await refused;
    await expect.poll(() => findWords(talk.server, ["wisent58"])).toEqual([]);
  });

  it("stay out of a summary also when they are a note, or another process's clock is late", async () => {
    const { threadId } = await converse();
    const body = { data: { clientId: newClientId(), content: "Is it wisent58?" } };
    const { data: note } = await owner().call(createNote, { ...at(threadId), body });
    const removals = [
      () => owner().call(removeNote, { params: { ...at(threadId).params, noteId: note.id } }),
      async () => {
        talk.server.clock.advance(-1000);
        await owner().call(removeMessage, of(threadId, await questionOf(threadId)));
      },
    ];
    for (const remove of removals) {
      const held = holdReply();
      (await talk.useProvider()).script(held.reply);
      const written = owner().call(summarizeThread, { ...at(threadId), body: { data: { language: "en" } } });
      const refused = expect(written).rejects.toMatchObject({ status: 409 });
      await held.asked;
      held.say("They look for a lamp.");
      await remove();
      held.end();
      await refused;
    }
    talk.server.clock.advance(1000);
  });

  it("are not returned to a program that repeats its request", async () => {
    const { threadId } = await converse();
    const program = await makeProgram();
    const provider = await talk.useProvider();
    const summarize = async (text: string) => {
      provider.script(answerWith("chat", [text]));
      const [headers, body] = [{ "Idempotency-Key": "summary" }, { data: { language: "en" } }];
      return (await program.call(summarizeThread, { ...at(threadId), headers, body })).data.content;
    };
    expect(await summarize("The lamp is lost.")).toMatchObject({ text: "The lamp is lost." });
    expect(await summarize("Nothing.")).toMatchObject({ text: "The lamp is lost." });
    await owner().call(removeMessage, of(threadId, await questionOf(threadId)));
    await expect(summarize("Nothing.")).rejects.toMatchObject({
      status: 409,
      code: "idempotency_key_reused",
    });
  });

  it("are deleted once when a program repeats the deletion with its key", async () => {
    const { threadId } = await converse();
    const program = await makeProgram(["contacts.erase"]);
    const asked = { ...at(threadId), ...confirmed, headers: { "Idempotency-Key": "removal" } };
    const statuses = [await program.send(removeThread, asked), await program.send(removeThread, asked)];
    expect(statuses.map(({ status }) => status)).toEqual([204, 204]);
  });

  it("don't end the visitor: a program's new conversation for them starts once", async () => {
    const program = await makeProgram();
    const begin = async (key: string) => {
      const data = { contact: { userId: "removed-1" }, clientId: newClientId(), content: "Hello" };
      const asked = { params: { productId: agent.id }, headers: { "Idempotency-Key": key } };
      (await talk.useProvider()).script(answerWith("chat", ["Yes."]));
      return { ...asked, body: { data } };
    };
    const first = (await program.call(startThread, await begin("begin-1"))).data.thread;
    await owner().call(removeThread, { ...at(first.id), ...confirmed });
    const asked = await begin("begin-2");
    const [begun, again] = [await program.call(startThread, asked), await program.send(startThread, asked)];
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await again.json()).toEqual(begun);
  });

  it("can be a whole conversation, whose visitor continues in another one", async () => {
    const { visitor, threadId } = await converse(`Keep ${card}`);
    const kept = await converse();
    const place = { ...at(threadId), ...confirmed };
    for (const role of ["support", "collaborator"] as const) {
      const member = await talk.server.createMember(talk.owner.organizationId, role);
      await expect(talk.server.as(member).call(removeThread, place)).rejects.toMatchObject({ status: 403 });
    }
    await expect(owner().send(removeThread, at(threadId) as typeof place)).resolves.toMatchObject({
      status: 400,
    });
    const teams = watch(talk.owner, { server: talk.server, agentId: agent.id });
    const theirs = watch(visitor, { server: talk.server, agentId: agent.id });
    const strangers = watch(kept.visitor, { server: talk.server, agentId: agent.id });
    await Promise.all([teams.ready, theirs.ready, strangers.ready]);
    await owner().call(removeThread, place);
    const gone = { type: "threadGone", threadId };
    for (const watching of [teams, theirs]) {
      const told = await watching.until((all) => all.some(({ type }) => type === "threadGone"));
      expect(told.filter(({ type }) => type === "threadGone")).toMatchObject([gone]);
      watching.stop();
    }
    expect((await owner().send(getThread, at(threadId))).status).toBe(404);
    expect((await owner().send(removeThread, place)).status).toBe(404);
    await expect.poll(() => findWords(talk.server, [card])).toEqual([]);
    const { items } = await talk.server.as(visitor).call(listVisitorThreads, { params: params() });
    expect(items).toEqual([]);
    await expect(speak(visitor, { threadId, content: "Hello?" })).rejects.toMatchObject({ status: 404 });
    expect((await speak(visitor, { content: "Hello?" })).threadId).not.toBe(threadId);
    await owner().call(updateThread, { ...at(kept.threadId), body: { data: { priority: "high" } } });
    const heard = await replyOf(talk.owner, kept.threadId, "Here");
    const seen = await strangers.until((all) => all.some((one) => isMessage(one, heard.content)));
    expect(seen.some(({ type }) => type === "threadGone")).toBe(false);
    strangers.stop();
    const { items: log } = await owner().call(listAuditEntries, {
      query: { action: "Deleted a conversation" },
    });
    expect(log[0]).toMatchObject({ targets: { threadId } });
  });

  it("can be many conversations, chosen or all that match, without undo", async () => {
    agent = await talk.server.createAgent(talk.owner);
    const all = [];
    for (let more = 0; more < 4; more += 1) all.push((await converse(`${card} ${more}`)).threadId);
    const [first = "", second = ""] = all;
    await owner().call(updateThread, { ...at(first), body: { data: { priority: "urgent" } } });
    const remove = (data: Parameters<typeof begin>[1], by = talk.owner) => begin(by, data);
    const refused = remove({ of: { threadIds: [first] } }, support);
    await expect(refused).rejects.toMatchObject({ status: 403 });
    expect(await end(await remove({ of: { threadIds: [second] } }))).toMatchObject({
      ...{ state: "done", total: 1, changed: 1, isRemoval: true, canUndo: false, failures: [] },
    });
    const urgent = await end(await remove({ of: { filter: { priority: "urgent" } } }));
    expect(urgent.changed).toBe(1);
    const { items } = await owner().call(listThreads, { params: params() });
    expect(items.map(({ id }) => id).toSorted()).toEqual(all.slice(2).toSorted());
    await end(await remove({ of: { filter: {}, search: card } }));
    expect((await owner().call(listThreads, { params: params() })).items).toEqual([]);
    await expect.poll(() => findWords(talk.server, [card])).toEqual([]);
  });

  it("need a program's key with the right to erase", async () => {
    const { threadId, answerId } = await converse();
    const { threadId: otherId } = await converse();
    const keyOf = async (scopes: ("conversations.reply" | "contacts.erase")[]) => {
      const { key: bearer } = (await owner().call(createApiKey, { body: { data: { name: "CRM", scopes } } }))
        .data;
      return talk.server.as({ address: nextAddress(), bearer, organizationId: talk.owner.organizationId });
    };
    const replies = await keyOf(["conversations.reply"]);
    const erases = await keyOf(["conversations.reply", "contacts.erase"]);
    const refused = { status: 403 };
    await expect(replies.call(removeMessage, of(threadId, answerId))).rejects.toMatchObject(refused);
    await expect(replies.call(removeThread, { ...at(threadId), ...confirmed })).rejects.toMatchObject(
      refused,
    );
    await erases.call(removeMessage, of(threadId, answerId));
    await erases.call(removeThread, { ...at(threadId), ...confirmed });
    const body = { data: { of: { threadIds: [otherId] } } };
    await erases.call(removeThreads, { params: params(), ...confirmed, body });
    await expect.poll(async () => (await owner().send(getThread, at(otherId))).status).toBe(404);
  });

  async function begin(
    by: Member,
    data: { of: { threadIds: string[] } | { filter: object; search?: string } },
  ) {
    const body = { data };
    return (await talk.server.as(by).call(removeThreads, { params: params(), ...confirmed, body })).data.id;
  }

  async function end(threadChangeId: string) {
    const place = { params: { ...params(), threadChangeId } };
    return vi.waitUntil(async () => {
      const { data } = await owner().call(getThreadChange, place);
      return data.endedAt !== null && data;
    });
  }
});
