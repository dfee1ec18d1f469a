import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type {
  Message,
  Thread,
  VisitorThread,
} from "../../../../shared/contract/conversations/conversations.ts";
import { endThreadForVisitor } from "../../../../shared/contract/conversations/visitors/forVisitor.ts";
import { getWidget, updateWidget } from "../../../../shared/contract/surfaces/surfaces.ts";
import { createWebhook } from "../../../../shared/contract/webhooks/webhooks.ts";
import { png } from "../../../kit/conversations/files/attachments.ts";
import { holdReply, say as answerByModel } from "../../../kit/models/modelProvider.ts";
import {
  createProgram,
  dataOf,
  errorOf,
  makeApiKey,
  toldOf,
} from "../../../kit/conversations/visitors/programs.ts";
import type { Program } from "../../../kit/conversations/visitors/programs.ts";
import { stores } from "../../../kit/database/stores.ts";
import { newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";
import { startWebhookReceiver } from "../../../kit/webhooks/webhookReceiver.ts";

describe.each(stores())("a program that acts for visitors, by raw requests, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let other: Agent;
  let program: Program;
  let key: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    [agent, other] = [await talk.createAgent(), await talk.createAgent()];
    key = await makeApiKey(talk, ["conversations.read", "conversations.reply"]);
    program = createProgram(talk, { agentId: agent.id, key });
  });

  it("asks for a person, reads the queue place, continues without one, ends and rates, once by an Idempotency-Key", async () => {
    const [before, { id }] = [await program.begin(), await program.begin()];
    const action = (name: string) => `/threads/${id}/visitor/${name}`;
    const watching = watch(talk.owner, { server: talk.server, agentId: agent.id });
    await watching.ready;
    await program.ask("POST", `/threads/${before.id}/visitor/person`, { data: { clientId: newClientId() } });
    const wish = { data: { clientId: newClientId() }, headers: { "Idempotency-Key": "wish" } };
    const asked = await program.ask("POST", action("person"), wish);
    const waiting = await dataOf<VisitorThread>(asked.clone());
    expect(waiting).toMatchObject({ id, isWaitingForPerson: true, handledBy: "human" });
    expect(waiting.peopleBefore).toBeGreaterThanOrEqual(1);
    const again = await program.ask("POST", action("person"), wish);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual(await asked.json());
    await program.ask("DELETE", `/threads/${before.id}/visitor/person`);
    const { data: now } = await program.read<{ data: VisitorThread }>(`/threads/${id}/visitor`);
    expect(now.peopleBefore).toBe((waiting.peopleBefore ?? 0) - 1);
    expect(await dataOf(await program.ask("DELETE", action("person")))).toMatchObject({
      isWaitingForPerson: false,
    });

    const rate = (score: number, headers = {}) =>
      program.ask("PUT", action("rating"), { data: { score, remark: "Quick" }, headers });
    expect((await rate(5)).status).toBe(409);
    const once = { "Idempotency-Key": "end" };
    for (const isRepeat of [null, "true"]) {
      const ended = await program.ask("POST", action("end"), { headers: once });
      expect(ended.headers.get("idempotent-replayed")).toBe(isRepeat);
      expect(await dataOf(ended)).toMatchObject({ status: "resolved" });
    }
    expect(await dataOf(await rate(5, { "Idempotency-Key": "rate" }))).toMatchObject({
      rating: { score: 5, remark: "Quick" },
    });
    expect(await codeOf(await rate(4, { "Idempotency-Key": "rate" }))).toBe("idempotency_key_reused");
    expect((await rate(6)).status).toBe(400);
    const events = await watching.until((all) =>
      all.some(
        (event) => event.type === "thread" && event.thread.id === id && event.thread.rating?.score === 5,
      ),
    );
    watching.stop();
    expect(
      events.flatMap((event) =>
        event.type === "message" && event.message.threadId === id ? [event.message.content] : [],
      ),
    ).toEqual(["personRequested", "personLeft", "ended"]);
  });

  it("starts a conversation by asking for a person, once for the same person and clientId", async () => {
    const wish = { contact: { userId: "app-9", name: "Eve" }, clientId: newClientId() };
    const ask = async () => dataOf<Thread>(await program.ask("POST", "/threads/person", { data: wish }));
    const [first, again] = [await ask(), await ask()];
    expect(first).toMatchObject({
      surface: "api",
      handledBy: "human",
      contact: { name: "Eve", verified: true },
    });
    expect(again.id).toBe(first.id);
    const { data } = await program.read<{ data: VisitorThread }>(`/threads/${first.id}/visitor`);
    expect(data).toMatchObject({ isWaitingForPerson: true, peopleBefore: expect.any(Number) as number });
  });

  it("is refused what the chat doesn't offer", async () => {
    const quiet = await talk.createAgent();
    const params = { productId: quiet.id };
    const owner = talk.server.as(talk.owner);
    const { enabled, allowedDomains, allowsNullOrigin, ...widget } = (await owner.call(getWidget, { params }))
      .data;
    const closed = { hasPersonRequest: false, hasFeedback: false, hasAttachments: false };
    const settings = { ...widget.settings, ...closed };
    const data = { enabled, allowedDomains, allowsNullOrigin, revision: widget.revision, settings };
    await owner.call(updateWidget, { params, body: { data } });
    await owner.call(publishAgent, { params });
    const app = createProgram(talk, { agentId: quiet.id, key });
    const { id } = await app.begin();
    await app.ask("POST", `/threads/${id}/visitor/end`);
    const wish = { clientId: newClientId() };
    for (const [method, path, data, code] of [
      ["POST", `/threads/${id}/visitor/person`, wish, "person_refused"],
      ["POST", "/threads/person", { contact: {}, ...wish }, "person_refused"],
      ["PUT", `/threads/${id}/visitor/rating`, { score: 5 }, "feedback_refused"],
      ["POST", "/visitorattachments", { ...toldOf(png), threadId: id }, "attachments_refused"],
    ] as const) {
      const refused = await app.ask(method, path, { data });
      expect([path, refused.status, await codeOf(refused)]).toEqual([path, 422, code]);
    }
    expect((await app.ask("PUT", `/threads/${id}/visitor/rating`, { data: null })).status).toBe(200);
  });

  it("triggers webhooks as the visitor's own actions in the chat do", async () => {
    const receiver = await startWebhookReceiver();
    const events = ["conversation.handed_over", "conversation.status_changed", "conversation.rated"] as const;
    const body = { data: { name: "App", url: receiver.url, events: [...events] } };
    await talk.server.as(talk.owner).call(createWebhook, { body });
    const { id } = await program.begin();
    await program.ask("POST", `/threads/${id}/visitor/person`, { data: { clientId: newClientId() } });
    await program.ask("POST", `/threads/${id}/visitor/end`);
    await program.ask("PUT", `/threads/${id}/visitor/rating`, { data: { score: 2 } });
    const arrived = await receiver.until(4);
    expect(arrived.map(({ body: { type } }) => type).toSorted()).toEqual([events[0], ...events].toSorted());
    await receiver.stop();
  });

  it("reads a conversation as its visitor sees it, marks it as read, types, and rates an answer", async () => {
    const { id } = await program.begin("Answered");
    const thread = `/threads/${id}`;
    await program.ask("POST", `${thread}/notes`, {
      data: { clientId: newClientId(), content: "Between us" },
    });
    const teams = await program.read<{ items: Message[] }>(`${thread}/messages`);
    expect(JSON.stringify(teams)).toContain("Between us");
    const { items, hasMore } = await program.read<{ items: Message[]; hasMore: boolean }>(
      `${thread}/visitormessages?after=0&limit=1`,
    );
    expect([items.map(({ content }) => content), hasMore]).toEqual([["Answered"], false]);
    const unread = async () => (await program.read<{ data: VisitorThread }>(`${thread}/visitor`)).data.unread;
    expect(await unread()).toBe(1);
    expect((await program.ask("PUT", `${thread}/visitor/read`, { data: { readTo: 2 } })).status).toBe(204);
    expect(await unread()).toBe(0);

    const watching = watch(talk.owner, { server: talk.server, agentId: agent.id });
    await watching.ready;
    expect((await program.ask("POST", `${thread}/visitor/typing`)).status).toBe(204);
    const events = await watching.until((all) => all.some(({ type }) => type === "typing"));
    expect(events).toContainEqual({ type: "typing", threadId: id, by: "visitor", name: null });
    watching.stop();

    const said = { value: -1, reason: "wrong", text: "No" };
    const rated = await program.ask("PUT", `${thread}/visitormessages/${items[0]?.id}/feedback`, {
      data: said,
    });
    expect(await dataOf(rated)).toMatchObject({ feedback: said });
  });

  it("stops an answer, retries it, and edits a message", async () => {
    const { id } = await program.begin("First");
    const words = `/threads/${id}/visitormessages`;
    const [asked, answer] = (await program.read<{ items: Message[] }>(words)).items;
    const on = (message: Message | undefined, name: string) => `${words}/${message?.id}/${name}`;
    const held = holdReply();
    (await talk.useProvider()).script(held.reply);
    const changed = await program.ask("POST", on(asked, "edit"), { data: { content: "Otherwise" } });
    expect(await dataOf(changed)).toMatchObject({ answer: { id: answer?.id, status: "streaming" } });
    await held.asked;
    expect((await program.ask("POST", on(answer, "retry"))).status).toBe(409);
    expect(await dataOf(await program.ask("POST", on(answer, "stop")))).toMatchObject({ status: "stopped" });
    (await talk.useProvider()).script(answerByModel("chat", ["Better."]));
    expect(await dataOf(await program.ask("POST", on(answer, "retry")))).toMatchObject({ id: answer?.id });
    await program.untilLast(words, { status: "sent", content: "Better." });
    expect((await program.read<{ items: Message[] }>(words)).items[0]?.content).toBe("Otherwise");
  });

  describe("each of these calls", () => {
    const actions: [string, string, unknown?][] = [
      ["POST", "visitor/person", { clientId: "client-person-1" }],
      ["DELETE", "visitor/person"],
      ["POST", "visitor/end"],
      ["PUT", "visitor/rating", null],
      ["PUT", "visitor/read", { readTo: 1 }],
      ["POST", "visitor/typing"],
      ["PUT", "visitormessages/MESSAGE/feedback", { value: null }],
      ["POST", "visitormessages/MESSAGE/edit", { content: "Other" }],
      ["POST", "visitormessages/MESSAGE/stop"],
      ["POST", "visitormessages/MESSAGE/retry"],
    ];
    const reads = ["visitor", "visitormessages"];
    const nowhere = "01m000000000000000000000aa";

    it("needs its scope, and is closed to members", async () => {
      const { id } = await program.begin();
      const params = { productId: agent.id, threadId: id };
      await expect(talk.server.as(talk.owner).call(endThreadForVisitor, { params })).rejects.toMatchObject({
        status: 403,
        code: "forbidden",
      });
      const [reader, writer] = [
        await makeApiKey(talk, ["conversations.read"]),
        await makeApiKey(talk, ["conversations.reply"]),
      ];
      for (const [method, path, data] of actions) {
        const refused = await program.ask(method, `/threads/${id}/${path}`, { key: reader, data });
        expect([path, refused.status, (await errorOf(refused)).message]).toEqual([
          path,
          403,
          "This API key has no right to do this.",
        ]);
      }
      const file = { key: reader, data: { ...toldOf(png), threadId: id } };
      expect((await program.ask("POST", "/visitorattachments", file)).status).toBe(403);
      for (const path of reads)
        expect((await program.ask("GET", `/threads/${id}/${path}`, { key: writer })).status, path).toBe(403);
    });

    it("finds nothing of another agent, of another organization, or beyond a key's agents", async () => {
      const { id } = await program.begin();
      const stranger = await talk.server.createOwner();
      const theirs = await makeApiKey(talk, ["conversations.read", "conversations.reply"], { by: stranger });
      const limited = await makeApiKey(talk, ["conversations.read", "conversations.reply"], {
        agentIds: [other.id],
      });
      const all = [...actions, ...reads.map((path) => ["GET", path] as [string, string])];
      for (const [method, path, data] of all) {
        const at = path.replace("MESSAGE", nowhere);
        for (const sent of [{ agentId: other.id }, { key: theirs }, { key: limited }])
          expect((await program.ask(method, `/threads/${id}/${at}`, { data, ...sent })).status, at).toBe(404);
        expect((await program.ask(method, `/threads/${nowhere}/${at}`, { data })).status, at).toBe(404);
      }
    });

    it("is refused for a blocked visitor, and 409 for one who is being erased", async () => {
      const { id, contact } = await program.begin();
      const { items } = await program.read<{ items: Message[] }>(`/threads/${id}/messages`);
      const refusals: [{ blockedAt?: number | null; eraseAskedAt?: number }, number, string][] = [
        [{ blockedAt: 1 }, 403, "visitor_blocked"],
        [{ blockedAt: null, eraseAskedAt: 1 }, 409, "contact_unreachable"],
      ];
      for (const [change, status, code] of refusals) {
        const { db } = talk.server.store;
        await db.updateTable("contacts").set(change).where("id", "=", contact.id).execute();
        const file: [string, string, unknown] = [
          "POST",
          "/visitorattachments",
          { ...toldOf(png), threadId: id },
        ];
        const all = actions.map(([method, path, data]) => [method, `/threads/${id}/${path}`, data] as const);
        for (const [method, path, data] of [...all, file]) {
          const refused = await program.ask(method, path.replace("MESSAGE", items[1]?.id ?? ""), { data });
          expect([path, refused.status, await codeOf(refused)]).toEqual([path, status, code]);
        }
      }
    });
  });
});

const codeOf = async (answer: Response) => (await errorOf(answer)).code;
