import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import {
  blockContact,
  eraseContact,
  unblockContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  sendForVisitor,
  startThread,
} from "../../../../shared/contract/conversations/threads/startThread.ts";
import {
  createLabel,
  listLabels,
  listMessages,
  listThreads,
  sendReply,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { KeyScope } from "../../../../shared/domain/keyScopes.ts";
import { nextAddress } from "../../../kit/client.ts";
import type { Actor } from "../../../kit/client.ts";
import { say as answerByModel } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

const day = 24 * 60 * 60 * 1000;

describe.each(bothStores())("conversations by an API key on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let program: Actor;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    program = await makeKey();
  });

  it("start and continue with what visitors write elsewhere, and the agent answers", async () => {
    const provider = await talk.useProvider();
    provider.script(answerByModel("chat", ["From nine to five."]), answerByModel("chat", ["Yes."]));
    const told = { name: "Ada", email: "ada@example.com", phone: "+4930123456", attributes: { plan: "pro" } };
    const contact = { ...told, userId: "crm-7" };
    const { data } = await by().call(startThread, {
      params: { productId: agent.id },
      body: { data: { contact, clientId: newClientId(), content: "When are you open?" } },
    });
    expect(data.thread).toMatchObject({
      ...{ surface: "api", title: "When are you open?", status: "open" },
      contact: { ...told, verified: true },
    });
    const params = { productId: agent.id, threadId: data.thread.id };
    await untilSaid(params, ["When are you open?", "From nine to five."]);
    const body = { data: { clientId: newClientId(), content: "Also on Friday?" } };
    const [first, again] = [
      await by().call(sendForVisitor, { params, body }),
      await by().call(sendForVisitor, { params, body }),
    ];
    expect(again.data.message.id).toBe(first.data.message.id);
    await untilSaid(params, ["When are you open?", "From nine to five.", "Also on Friday?", "Yes."]);
    await by().call(sendReply, {
      params,
      body: { data: { clientId: newClientId(), content: "I take over" } },
    });

    const other = await by().call(startThread, {
      params: { productId: agent.id },
      body: { data: { contact: { userId: "crm-7" }, clientId: newClientId(), content: "Me again" } },
    });
    expect(other.data.thread.contact.id).toBe(data.thread.contact.id);
  });

  it("can't be continued for visitors who are blocked or being erased", async () => {
    const begun = await by().call(startThread, {
      params: { productId: agent.id },
      body: { data: { contact: { name: "Bo" }, clientId: newClientId(), content: "Hello" } },
    });
    const { id: threadId, contact } = begun.data.thread;
    const goOn = () => {
      const body = { data: { clientId: newClientId(), content: "Still there?" } };
      return by().call(sendForVisitor, { params: { productId: agent.id, threadId }, body });
    };
    const owner = talk.server.as(talk.owner);
    const params = { productId: agent.id, contactId: contact.id };
    await owner.call(blockContact, { params });
    await expect(goOn()).rejects.toMatchObject({ status: 403, code: "visitor_blocked" });
    await owner.call(unblockContact, { params });
    await owner.call(eraseContact, { params, query: { confirmed: "true" } });
    // Being erased, or gone already.
    await expect(goOn()).rejects.toMatchObject({ status: expect.toBeOneOf([404, 409]) });
  });

  it("can't be written by a member as a visitor, and need the scope", async () => {
    const body = { data: { contact: {}, clientId: newClientId(), content: "I am the visitor" } };
    const params = { productId: agent.id };
    await expect(talk.server.as(talk.owner).call(startThread, { params, body })).rejects.toMatchObject({
      ...{ status: 403, code: "forbidden" },
    });
    const reader = await makeKey(["conversations.read"]);
    await expect(talk.server.as(reader).call(startThread, { params, body })).rejects.toMatchObject({
      status: 403,
    });
  });

  it("are listed by a cursor that new conversations and messages don't shift", async () => {
    const own = await talk.createAgent();
    const params = { productId: own.id };
    const begin = async () => {
      (await talk.useProvider()).script(answerByModel("chat", ["Hi."]));
      const visitor = await talk.openVisitor(own);
      return (await listen(say(talk.server, visitor, { content: "Hello" }))).threadId;
    };
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push(await begin());
    const page = (cursor: string, sort: "newest" | "oldest") =>
      by().call(listThreads, { params, query: { cursor, sort, limit: 2 } });

    const first = await page("", "newest");
    const reply = { data: { clientId: newClientId(), content: "Moved to the top" } };
    await by().call(sendReply, { params: { ...params, threadId: made[0] ?? "" }, body: reply });
    const late = await begin();
    const second = await page(first.next ?? "", "newest");
    const third = await page(second.next ?? "", "newest");
    const walked = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect(walked).toEqual(made.toReversed());
    expect(third.next).toBeNull();

    const seen: string[] = [];
    let cursor = "";
    for (;;) {
      const { items, next } = await page(cursor, "oldest");
      if (items.length === 0) break;
      seen.push(...items.map(({ id }) => id));
      cursor = next ?? "";
    }
    expect(seen).toEqual([...made, late]);
    const later = await begin();
    expect((await page(cursor, "oldest")).items.map(({ id }) => id)).toEqual([later]);
    await expect(page("nonsense!", "newest")).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });

  it("return their messages after a position as they do before one", async () => {
    const params = await converse(["One", "Two", "Three"]);
    const read = (query: Record<string, number>) => by().call(listMessages, { params, query });
    const after = await read({ after: 1, limit: 3 });
    expect(after.items.map(({ position }) => position)).toEqual([2, 3, 4]);
    expect(after.hasMore).toBe(true);
    const rest = await read({ after: 4, limit: 3 });
    expect([rest.items.map(({ position }) => position), rest.hasMore]).toEqual([[5], false]);
    expect((await read({ before: 2, limit: 1 })).items.map(({ position }) => position)).toEqual([1]);
  });

  describe("with an Idempotency-Key", () => {
    it("are written once, no matter how often and how close together they are repeated, with the same answer", async () => {
      const name = "Once";
      const send = () => label(name, { "Idempotency-Key": "key-once" });
      const first = await send();
      expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
      const repeats = await Promise.all([send(), send(), send()]);
      for (const repeat of repeats) {
        expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
        expect(await repeat.json()).toEqual(await first.clone().json());
      }
      expect(await countThreads("Bring me in")).toBe(0);
      const start = () => start1("Bring me in", "key-start");
      const begun = await Promise.all(Array.from({ length: 8 }, start));
      const statuses = begun.map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
      expect((await start()).status).toBe(200);
      expect(await countThreads("Bring me in")).toBe(1);
    });

    it("are refused when the key came with another request before", async () => {
      await label("First", { "Idempotency-Key": "key-other" });
      const other = await label("Second", { "Idempotency-Key": "key-other" });
      expect(other.status).toBe(409);
      expect(await other.json()).toMatchObject({ error: { code: "idempotency_key_reused" } });
      const labels = await by().call(listLabels, { params: { productId: agent.id } });
      expect(labels.data.map(({ name }) => name)).not.toContain("Second");
      const elsewhere = await makeKey();
      expect((await label("Second", { "Idempotency-Key": "key-other" }, elsewhere)).status).toBe(200);
    });

    it("can be retried after a refusal, and are written again after a day", async () => {
      const headers = { "Idempotency-Key": "key-again" };
      expect((await label("", headers)).status).toBe(400);
      expect((await label("Right now", headers)).status).toBe(200);
      talk.server.clock.advance(day + 1000);
      const next = await label("A day later", headers);
      expect([next.status, next.headers.get("idempotent-replayed")]).toEqual([200, null]);
      expect((await label("Bad key", { "Idempotency-Key": "a b" })).status).toBe(400);
    });
  });

  it("report in every answer how many calls are left", async () => {
    const caller = await makeKey();
    const ask = () => talk.server.as(caller).send(listLabels, { params: { productId: agent.id } });
    const [first, second] = [await ask(), await ask()];
    const read = (response: Response, name: string) => Number(response.headers.get(`ratelimit-${name}`));
    expect(read(first, "limit")).toBe(300);
    expect(read(second, "remaining")).toBeLessThanOrEqual(read(first, "limit") - 1);
    expect(read(second, "reset")).toBeGreaterThan(0);
    const many = await Promise.all(Array.from({ length: 320 }, ask));
    const refused = many.find(({ status }) => status === 429);
    expect(refused?.headers.get("ratelimit-remaining")).toBe("0");
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("are described in full in the API reference", async () => {
    const page = await (await talk.server.request("/api/docs")).text();
    for (const word of ["Idempotency-Key", "RateLimit-Remaining", "cursor", "webhook-signature"]) {
      expect(page).toContain(word);
    }
    // A command that goes on in the next line says so.
    expect(page).toContain("$AGENT/visitorattachments \\\n  -d");
    const api = await (await talk.server.request("/api/openapi.json")).json();
    expect(Object.keys(api.webhooks)).toContain("message.created");
    const person = "/api/console/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/visitor/person";
    expect(api.paths[person].post.security).toContainEqual({ apiKey: [] });
  });

  const by = () => talk.server.as(program);

  async function makeKey(scopes: KeyScope[] = ["conversations.read", "conversations.reply"]): Promise<Actor> {
    const body = { data: { name: "CRM", scopes } };
    const { data } = await talk.server.as(talk.owner).call(createApiKey, { body });
    return { address: nextAddress(), bearer: data.key, organizationId: talk.owner.organizationId };
  }

  function label(name: string, headers: Record<string, string>, who = program) {
    return talk.server.as(who).send(createLabel, {
      params: { productId: agent.id },
      body: { data: { name, colour: "#1a73e8" } },
      headers,
    });
  }

  function start1(content: string, key: string) {
    return by().send(startThread, {
      params: { productId: agent.id },
      body: { data: { contact: {}, clientId: "client-start-1", content } },
      headers: { "Idempotency-Key": key },
    });
  }

  async function countThreads(title: string): Promise<number> {
    const { items } = await by().call(listThreads, {
      params: { productId: agent.id },
      query: { limit: 100 },
    });
    return items.filter((thread) => thread.title === title).length;
  }

  async function converse(questions: string[]) {
    const visitor = await talk.openVisitor(agent);
    let threadId: string | undefined;
    for (const content of questions) {
      (await talk.useProvider()).script(answerByModel("chat", ["Yes."]));
      ({ threadId } = await listen(say(talk.server, visitor, { content, ...(threadId && { threadId }) })));
    }
    return { productId: agent.id, threadId: threadId ?? "" };
  }

  async function untilSaid(params: { productId: string; threadId: string }, said: string[]) {
    const read = async () => {
      const { items } = await by().call(listMessages, { params });
      return JSON.stringify(items.map(({ content }) => content)) === JSON.stringify(said);
    };
    await vi.waitUntil(read);
  }
});
