import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import {
  createCustomField,
  listCustomFields,
  removeCustomField,
  updateCustomField,
} from "../../../../shared/contract/conversations/inbox/customFields.ts";
import type { ChangedFields } from "../../../../shared/contract/conversations/inbox/customField.ts";
import {
  changeThreads,
  getThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { createThreadView } from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import {
  getThread,
  getThreadFilters,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { maxCustomFields, maxFieldCharacters } from "../../../../shared/domain/customFields.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Member } from "../../../kit/factories.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { nextAddress } from "../../../kit/client.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

type NewField = BodyOf<typeof createCustomField>["data"];

describe.each(bothStores())("custom fields of conversations on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let support: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    support = await talk.server.createMember(talk.owner.organizationId, "support");
  });
  beforeEach(async () => {
    for (const { key } of await listed()) await remove(key);
  });

  const owner = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id });
  const make = async (part: Partial<NewField> = {}) => {
    const data = { key: "plan", name: "Plan", kind: "choice" as const, ...part };
    const choices = data.kind === "choice" ? { choices: ["Gold", "Silver"] } : {};
    return (await owner().call(createCustomField, { body: { data: { ...choices, ...data } } })).data;
  };
  const update = (fieldKey: string, data: BodyOf<typeof updateCustomField>["data"]) =>
    owner().call(updateCustomField, { params: { fieldKey }, body: { data } });
  const remove = (fieldKey: string) => owner().call(removeCustomField, { params: { fieldKey } });
  const listed = async () => (await owner().call(listCustomFields)).data;

  async function begin(of = agent): Promise<string> {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(of);
    return (await listen(say(talk.server, visitor, { content: "Hello?" }))).threadId;
  }
  const at = (threadId: string, of = agent) => ({ params: { productId: of.id, threadId } });
  const fill = async (threadId: string, customFields: ChangedFields, by = support) => {
    const body = { data: { customFields } };
    return (await talk.server.as(by).call(updateThread, { ...at(threadId), body })).data.customFields;
  };
  const fieldsOf = async (threadId: string) =>
    (await owner().call(getThread, at(threadId))).data.customFields;
  const find = async (field: string) =>
    (await owner().call(listThreads, { params: params(), query: { field, limit: 100 } })).items
      .map(({ id }) => id)
      .toSorted();
  const invalid = { status: 400, code: "invalid_input" };

  it("are created by managers, keep the given order, and can be renamed", async () => {
    await make({ key: "plan", name: "Plan" });
    await make({ key: "order_number", name: "Order number", kind: "text" });
    await make({ key: "vip", name: "VIP", kind: "boolean" });
    const keys = async () => (await listed()).map(({ key }) => key);
    expect(await keys()).toEqual(["plan", "order_number", "vip"]);
    await update("vip", { position: 0 });
    expect(await keys()).toEqual(["vip", "plan", "order_number"]);
    await update("vip", { position: 99 });
    expect(await keys()).toEqual(["plan", "order_number", "vip"]);
    expect((await update("plan", { name: "Tariff" })).data).toEqual({
      ...{ key: "plan", name: "Tariff", kind: "choice", choices: ["Gold", "Silver"], isArchived: false },
    });
    const { data } = await talk.server.as(support).call(getThreadFilters, { params: params() });
    expect(data.customFields.map(({ name }) => name)).toEqual(["Tariff", "Order number", "VIP"]);
    const making = talk.server.as(support).call(createCustomField, {
      body: { data: { key: "mine", name: "Mine", kind: "text" } },
    });
    await expect(making).rejects.toMatchObject({ status: 403, code: "forbidden" });
  });

  it("have a unique name and key, and choices when they are a choice", async () => {
    await make();
    const taken = { status: 409, code: "name_taken" };
    await expect(make({ key: "other", name: "pLAN" })).rejects.toMatchObject(taken);
    await expect(make({ name: "Other" })).rejects.toMatchObject(taken);
    const twins = [make({ key: "twin", name: "Twin" }), make({ key: "twin", name: "Twin too" })];
    expect((await Promise.allSettled(twins)).map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    await expect(update("twin", { name: "Plan" })).rejects.toMatchObject(taken);
    for (const wrong of [
      { kind: "choice" as const, choices: [] },
      { kind: "text" as const, choices: ["One"] },
      { choices: ["One", "One"] },
      { key: "Not a key" },
      { name: " " },
    ]) {
      await expect(make({ key: "new", name: "New", ...wrong })).rejects.toMatchObject(invalid);
    }
    await expect(update("plan", { choices: [] })).rejects.toMatchObject(invalid);
    await expect(update("missing", { name: "Any" })).rejects.toMatchObject({ status: 404 });
  });

  it("are limited in number", async () => {
    for (let number = 0; number < maxCustomFields; number += 1) {
      await make({ key: `field_${number}`, name: `Field ${number}`, kind: "text" });
    }
    await expect(make()).rejects.toMatchObject({ status: 409, code: "conflict" });
  });

  it("accept a value of their kind, return it unchanged, and can be cleared", async () => {
    const threadId = await begin();
    await make();
    await make({ key: "ref", name: "Reference", kind: "text" });
    await make({ key: "amount", name: "Amount", kind: "number" });
    await make({ key: "due", name: "Due", kind: "date" });
    await make({ key: "vip", name: "VIP", kind: "boolean" });
    const all = { plan: "Gold", ref: "A-17", amount: 12.5, due: "2026-03-31", vip: false };
    expect(await fill(threadId, all)).toEqual(all);
    expect(await fill(threadId, { ref: " B ", vip: true })).toEqual({ ...all, ref: "B", vip: true });
    const wrongs: ChangedFields[] = [
      { plan: "Bronze" },
      { ref: "" },
      { ref: "x".repeat(maxFieldCharacters + 1) },
      { amount: "12" },
      { due: "2026-02-30" },
      { vip: "yes" },
      { missing: "text" },
      { ref: "C", amount: "wrong" },
    ];
    for (const wrong of wrongs) {
      await expect(fill(threadId, wrong)).rejects.toMatchObject(invalid);
    }
    expect(await fill(threadId, { plan: null, ref: null, amount: null, due: null })).toEqual({ vip: true });
    expect(await fieldsOf(threadId)).toEqual({ vip: true });
  });

  it("report which of them refuses a value, and why", async () => {
    const threadId = await begin();
    await make();
    await expect(fill(threadId, { plan: "Bronze" })).rejects.toMatchObject({
      body: {
        error: { fields: [{ path: "body.data.customFields.plan", message: "Choose one of the list." }] },
      },
    });
  });

  it("find conversations with a field, with a value, and without them", async () => {
    const other = await talk.createAgent();
    const [gold, silver, none] = [await begin(), await begin(), await begin()];
    const foreign = await begin(other);
    await make();
    await fill(gold, { plan: "Gold" });
    await fill(silver, { plan: "Silver" });
    const body = { data: { customFields: { plan: "Gold" } } };
    await owner().call(updateThread, { ...at(foreign, other), body });
    const rest = (await find("-plan")).filter((id) => id !== none);
    expect(await find("plan")).toEqual([gold, silver].toSorted());
    expect(await find("plan:Gold")).toEqual([gold]);
    expect(await find("-plan")).toEqual([none, ...rest].toSorted());
    expect(await find("-plan:Gold")).toEqual([silver, none, ...rest].toSorted());
    expect(await find("plan:Bronze")).toEqual([]);
    await expect(find("Not a filter")).rejects.toMatchObject(invalid);
    const data = { name: "Gold", isShared: true, filter: { field: "plan:Gold" }, sort: "newest" as const };
    const view = await owner().call(createThreadView, { params: params(), body: { data } });
    expect(view.data.filter).toEqual({ field: "plan:Gold" });
    expect((await listed()).map(({ conversations }) => conversations)).toEqual([3]);
  });

  it("keep their values when a choice is removed or the field is archived, and lose them when they are deleted", async () => {
    const threadId = await begin();
    await make();
    await fill(threadId, { plan: "Gold" });
    await update("plan", { choices: ["Silver"] });
    expect(await fieldsOf(threadId)).toEqual({ plan: "Gold" });
    await expect(fill(threadId, { plan: "Gold" })).rejects.toMatchObject(invalid);
    await update("plan", { isArchived: true });
    expect(await fieldsOf(threadId)).toEqual({ plan: "Gold" });
    await expect(fill(threadId, { plan: "Silver" })).rejects.toMatchObject(invalid);
    const { data } = await owner().call(getThreadFilters, { params: params() });
    expect(data.customFields).toEqual([]);
    await update("plan", { isArchived: false });
    expect(await fill(threadId, { plan: "Silver" })).toEqual({ plan: "Silver" });
    await remove("plan");
    expect(await fieldsOf(threadId)).toEqual({});
    await make();
    expect(await fieldsOf(threadId)).toEqual({});
  });

  it("are sent live to everyone who watches, and so are a conversation's values", async () => {
    const threadId = await begin();
    const watching = watch(support, { server: talk.server, agentId: agent.id });
    await watching.ready;
    await make();
    await watching.until((events) => events.some(({ type }) => type === "customFields"));
    await fill(threadId, { plan: "Gold" });
    const events = await watching.until((all) => all.some(({ type }) => type === "thread"));
    const told = events.find(({ type }) => type === "thread");
    expect(told).toMatchObject({ thread: { id: threadId, customFields: { plan: "Gold" } } });
    watching.stop();
  });

  it("are set by one bulk change, which is refused when a value is wrong", async () => {
    const [one, two] = [await begin(), await begin()];
    await make();
    const decide = (customFields: ChangedFields) =>
      talk.server.as(support).call(changeThreads, {
        params: params(),
        body: { data: { of: { threadIds: [one, two] }, change: { customFields } } },
      });
    await expect(decide({ plan: "Bronze" })).rejects.toMatchObject(invalid);
    const { data } = await decide({ plan: "Gold" });
    const asked = { params: { ...params(), threadChangeId: data.id } };
    await expect.poll(async () => (await owner().call(getThreadChange, asked)).data.state).toBe("done");
    expect(await find("plan:Gold")).toEqual([one, two].toSorted());
  });

  it("are part of exports, including archived ones", async () => {
    const threadId = await begin();
    await make();
    await make({ key: "ref", name: "Reference", kind: "text" });
    await fill(threadId, { plan: "Gold", ref: "=1+1" });
    await update("plan", { isArchived: true });
    const save = async (format: "csv" | "json") => {
      const body = { data: { format, filter: { field: "ref" } } };
      const { data } = await owner().call(exportThreads, { params: params(), body });
      return (await talk.server.request(data.url)).text();
    };
    const [head = "", row = ""] = (await save("csv")).split("\r\n");
    expect(head).toContain("Field: Plan,Field: Reference");
    expect(row).toContain(`Gold,'=1+1`);
    expect(JSON.parse(await save("json"))).toMatchObject([
      { id: threadId, customFields: { plan: "Gold", ref: "=1+1" } },
    ]);
  });

  it("are read and written by an API key, and a key for certain agents counts only theirs", async () => {
    const other = await talk.createAgent();
    const threadId = await begin();
    await make();
    await fill(threadId, { plan: "Gold" });
    const keyFor = async (agentIds: string[]) => {
      const scopes = ["conversations.read" as const, "conversations.reply" as const];
      const body = { data: { name: "Key", scopes, agentIds } };
      const { data } = await owner().call(createApiKey, { body });
      const { organizationId } = talk.owner;
      return talk.server.as({ address: nextAddress(), bearer: data.key, organizationId });
    };
    const [own, others] = [await keyFor([agent.id]), await keyFor([other.id])];
    const counts = async (by: typeof own) =>
      (await by.call(listCustomFields)).data.map(({ conversations }) => conversations);
    expect([await counts(own), await counts(others)]).toEqual([[1], [0]]);
    const body = { data: { customFields: { plan: "Silver" } } };
    expect((await own.call(updateThread, { ...at(threadId), body })).data.customFields).toEqual({
      plan: "Silver",
    });
  });

  it("belong to one organization only", async () => {
    const threadId = await begin();
    await make();
    await fill(threadId, { plan: "Gold" });
    const stranger = await talk.server.createOwner();
    const as = talk.server.as(stranger);
    expect((await as.call(listCustomFields)).data).toEqual([]);
    const missing = { status: 404, code: "not_found" };
    await expect(as.call(removeCustomField, { params: { fieldKey: "plan" } })).rejects.toMatchObject(missing);
    const data = { key: "plan", name: "Plan", kind: "text" as const };
    await as.call(createCustomField, { body: { data } });
    await as.call(removeCustomField, { params: { fieldKey: "plan" } });
    expect(await fieldsOf(threadId)).toEqual({ plan: "Gold" });
  });

  it("leave nothing of an agent that is permanently deleted", async () => {
    const gone = await talk.createAgent();
    const threadId = await begin(gone);
    await make();
    const body = { data: { customFields: { plan: "Gold" } } };
    await owner().call(updateThread, { ...at(threadId, gone), body });
    await deleteForGood(owner(), gone.id);
    const rows = await talk.server.store.db
      .selectFrom("threadFields")
      .selectAll()
      .where("agentId", "=", gone.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
