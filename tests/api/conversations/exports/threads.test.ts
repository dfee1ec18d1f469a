import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { removeOldChoices } from "../../../../server/conversations/exports/chosen.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import {
  createLabel,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

type Asked = BodyOf<typeof exportThreads>["data"];

interface Saved {
  id: string;
  visitor: { name: string; attributes: Record<string, unknown> };
  labels: string[];
  resolution: { is: string; reason: string; at: string } | null;
  messages?: { from: string; kind: string; text: string; isPrivate: boolean }[];
}

describe.each(bothStores())("exporting conversations as a file on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const ids: string[] = [];
  const params = () => ({ productId: agent.id });
  const owner = () => talk.server.as(talk.owner);

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    for (const content of ['First, "quoted"', "=1+1", "日本語です"]) {
      const visitor = await talk.openVisitor(agent);
      ids.push((await listen(say(talk.server, visitor, { content }))).threadId);
      talk.server.clock.advance(1000);
    }
    const { data: label } = await owner().call(createLabel, {
      ...{ params: params(), body: { data: { name: "@refund", colour: "#336699" } } },
    });
    const threadId = ids[1] ?? "";
    await owner().call(updateThread, {
      ...{ params: { ...params(), threadId }, body: { data: { addLabelIds: [label.id], priority: "high" } } },
    });
    const body = { data: { clientId: newClientId(), content: "A reply" } };
    await owner().call(sendReply, { params: { ...params(), threadId }, body });
    const note = { clientId: newClientId(), content: "For us alone" };
    await owner().call(createNote, { params: { ...params(), threadId }, body: { data: note } });
    // What a site's own signature says of its people.
    const attributes = JSON.stringify({ plan: "pro", "=cmd()": "+1", isTrial: false });
    const { contactId } = await talk.server.store.db
      .selectFrom("threads")
      .select("contactId")
      .where("id", "=", threadId)
      .executeTakeFirstOrThrow();
    await talk.server.store.db
      .updateTable("contacts")
      .set({ attributes, name: "-Mallory" })
      .where("id", "=", contactId)
      .execute();
  });

  async function ask(data: Partial<Asked>, by: Member = talk.owner) {
    const body = { data: { format: "csv" as const, filter: {}, ...data } };
    return (await talk.server.as(by).call(exportThreads, { params: params(), body })).data.url;
  }

  async function save(data: Partial<Asked>) {
    const response = await talk.server.request(await ask(data));
    expect(response.status).toBe(200);
    return {
      response,
      text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer()),
    };
  }

  const saveJson = async (data: Partial<Asked>) =>
    JSON.parse((await save({ format: "json", ...data })).text) as Saved[];

  it("gives only what a search finds among the conversations of a filter", async () => {
    const found = async (data: Partial<Asked>) => (await saveJson(data)).map(({ id }) => id);
    expect(await found({ search: "quoted" })).toEqual([ids[0]]);
    expect(await found({ search: "repl", filter: { priority: "high" } })).toEqual([ids[1]]);
    expect(await found({ search: "quoted", filter: { priority: "high" } })).toEqual([]);
    const { text } = await save({ search: "nobody said this" });
    expect(text.trim().split("\n")).toHaveLength(1);
  });

  it("gives a table with a row for each conversation and a column for each attribute", async () => {
    const { response, text } = await save({});
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="conversations-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(text.startsWith("\ufeffId,")).toBe(true);
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((row) => row["Id"])).toEqual(ids);
    expect(data[1]).toMatchObject({
      ...{ Title: "'=1+1", Priority: "high", Labels: "'@refund", Visitor: "'-Mallory" },
      ...{ "Handled by": "team", "Attribute: plan": "pro", "Attribute: =cmd()": "'+1" },
      ...{ "Attribute: isTrial": "false", Resolution: "escalated", "Resolution reason": "person" },
      "Resolution since": expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(data[0]).toMatchObject({ Title: 'First, "quoted"', "Attribute: plan": "", Resolution: "" });
    expect(data[2]).toMatchObject({ Title: "日本語です" });
  });

  it("gives only the conversations of a filter, even when there are none", async () => {
    expect((await saveJson({ filter: { priority: "high" } })).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await saveJson({ filter: { queue: "closed" } })).toEqual([]);
    const { text } = await save({ filter: { queue: "closed" } });
    expect(text.trim().split("\r\n")).toHaveLength(1);
  });

  it("gives the messages as JSON, and the team's private ones only on request", async () => {
    const [, thread] = await saveJson({ messages: true });
    expect(thread?.labels).toEqual(["@refund"]);
    expect(thread?.visitor.attributes).toEqual({ plan: "pro", "=cmd()": "+1", isTrial: false });
    expect(thread?.resolution).toMatchObject({ is: "escalated", reason: "person" });
    const said = thread?.messages?.filter(({ kind }) => kind === "text");
    expect(said?.map(({ from }) => from)).toEqual(["visitor", "agent", "team"]);
    expect(said?.[0]?.text).toBe("=1+1");
    expect(thread?.messages?.some(({ isPrivate }) => isPrivate)).toBe(false);
    const [, whole] = await saveJson({ messages: true, privateMessages: true });
    expect(whole?.messages?.filter(({ isPrivate }) => isPrivate).map(({ text }) => text)).toEqual([
      "priority",
      "For us alone",
    ]);
    const [plain] = await saveJson({});
    expect(plain).not.toHaveProperty("messages");
  });

  it("gives a single named conversation, and none of another agent's", async () => {
    const threadId = ids[1] ?? "";
    const { response, text } = await save({ format: "json", messages: true, threadId });
    const [thread, ...others] = JSON.parse(text) as Saved[];
    expect(others).toEqual([]);
    expect(thread).toMatchObject({ id: threadId, visitor: { name: "-Mallory" } });
    expect(thread?.messages?.[0]).toMatchObject({ from: "visitor", text: "=1+1" });
    expect(response.headers.get("content-disposition")).toMatch(/filename="conversation-[\d-]+\.json"$/);
    const other = await talk.server.createAgent(talk.owner);
    const body = { data: { format: "json" as const, filter: {}, threadId } };
    await expect(
      owner().call(exportThreads, { params: { productId: other.id }, body }),
    ).rejects.toMatchObject({
      status: 404,
      code: "not_found",
    });
  });

  it("gives only the chosen conversations, up to the limit, and none of another agent's", async () => {
    const [first = "", , third = ""] = ids;
    const many = Array.from({ length: 498 }, (_, index) => String(index).padStart(26, "0"));
    const threadIds = [third, first, ...many];
    // It can be called for by any browser and through any proxy.
    expect((await ask({ threadIds })).length).toBeLessThan(1000);
    expect((await saveJson({ threadIds })).map(({ id }) => id)).toEqual([first, third]);
    expect((await saveJson({ threadIds: [first] })).map(({ id }) => id)).toEqual([first]);
    await expect(ask({ threadIds: [...threadIds, "one-more"] })).rejects.toMatchObject({
      body: { error: { fields: [{ message: "Choose up to 500." }] } },
    });
    const other = await talk.server.createAgent(talk.owner);
    const body = { data: { format: "json" as const, filter: {}, threadIds } };
    await expect(
      owner().call(exportThreads, { params: { productId: other.id }, body }),
    ).rejects.toMatchObject({ status: 404, code: "not_found" });
  });

  it("forgets the choice after an hour, long after its address has expired", async () => {
    const { db } = talk.server.store;
    const kept = async () => (await db.selectFrom("chosenExports").select("id").execute()).length;
    await ask({ threadIds: ids });
    const now = talk.server.clock.now();
    await removeOldChoices(db, now);
    expect(await kept()).toBeGreaterThan(0);
    await removeOldChoices(db, now + 60 * 60_000);
    expect(await kept()).toBe(0);
  });

  it("leaves out conversations of the preview", async () => {
    const visitor = await talk.openVisitor(agent, { preview: true });
    const { threadId } = await listen(say(talk.server, visitor, { content: "A try" }));
    await expect(ask({ threadId })).rejects.toMatchObject({ status: 404, code: "not_found" });
  });

  it("checks the role when it is requested and when it is read", async () => {
    const { organizationId } = talk.owner;
    const support = await talk.server.createMember(organizationId, "support");
    await expect(ask({}, support)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const admin = await talk.server.createMember(organizationId, "admin");
    const url = await ask({}, admin);
    expect((await talk.server.request(url)).status).toBe(200);
    await talk.server.store.db.deleteFrom("members").where("userId", "=", admin.user._id).execute();
    expect((await talk.server.request(url)).status).toBe(403);
  });

  it("is valid for exactly what was requested, for five minutes", async () => {
    const other = await talk.server.createAgent(talk.owner);
    const url = await ask({ filter: { priority: "high" } });
    const more = await ask({});
    const askOf = (address: string) => new URL(address, "http://a.example").searchParams.get("ask") ?? "";
    for (const changed of [
      url.replace(agent.id, other.id),
      url.replace(askOf(url), askOf(more)),
      url.replace(/expires=\d+/, "expires=9999999999999"),
      url.replace(/&ask=.*/, ""),
    ]) {
      expect((await talk.server.request(changed)).status, changed).toBe(403);
    }
    talk.server.clock.advance(5 * 60_000 + 1);
    expect((await talk.server.request(url)).status).toBe(403);
  });

  it.each([
    ["messages in a table", { messages: true }],
    ["a search within chosen conversations", { threadIds: ["one"], search: "quoted" }],
    ["an empty choice", { threadIds: [] }],
    ["private messages without public ones", { format: "json" as const, privateMessages: true }],
    ["an unknown format", { format: "xml" as never }],
    ["an unknown filter", { filter: { mood: "bad" } as never }],
  ])("refuses %s", async (_, asked) => {
    await expect(ask(asked)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });
});
