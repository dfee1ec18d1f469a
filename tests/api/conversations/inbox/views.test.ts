import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import {
  createLabel,
  getThreadFilters,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import {
  chooseStartView,
  createThreadView,
  maxThreadViews,
  removeThreadView,
  updateThreadView,
} from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

type NewView = BodyOf<typeof createThreadView>["data"];

describe.each(bothStores())("saved views of conversations on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let ana: Member;
  let bo: Member;
  let admin: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    const { organizationId } = talk.owner;
    ana = await talk.server.createMember(organizationId, "support");
    bo = await talk.server.createMember(organizationId, "support");
    admin = await talk.server.createMember(organizationId, "admin");
  });

  const params = () => ({ productId: agent.id });
  async function save(by: Member, part: Partial<NewView> = {}) {
    const data = { name: "Urgent", isShared: false, filter: {}, sort: "newest" as const, ...part };
    return (await talk.server.as(by).call(createThreadView, { params: params(), body: { data } })).data;
  }
  const change = (by: Member, viewId: string, data: Partial<NewView>) =>
    talk.server.as(by).call(updateThreadView, { params: { ...params(), viewId }, body: { data } });
  const remove = (by: Member, viewId: string) =>
    talk.server.as(by).call(removeThreadView, { params: { ...params(), viewId } });
  const read = async (by: Member) =>
    (await talk.server.as(by).call(getThreadFilters, { params: params() })).data;
  const names = async (by: Member) => (await read(by)).views.map(({ name }) => name);
  const start = (by: Member, viewId: string | null) =>
    talk.server.as(by).call(chooseStartView, { params: params(), body: { data: { viewId } } });

  it("are visible only to their author until they are shared, by name", async () => {
    const { id } = await save(ana, { name: "Zulu", filter: { priority: "urgent" }, sort: "waiting" });
    await save(ana, { name: "Alpha" });
    expect(await names(ana)).toEqual(["Alpha", "Zulu"]);
    expect(await names(bo)).toEqual([]);
    await expect(change(bo, id, { name: "Mine" })).rejects.toMatchObject({ status: 404 });
    await change(ana, id, { isShared: true });
    const [shared] = (await read(bo)).views;
    expect(shared).toMatchObject({
      ...{ id, name: "Zulu", isShared: true, mayChange: false, sort: "waiting" },
      ...{ filter: { priority: "urgent" }, maker: { id: ana.user._id } },
    });
  });

  it("are changed and deleted only by their author and by managers", async () => {
    const { id } = await save(ana, { name: "Shared", isShared: true });
    await expect(change(bo, id, { name: "Bo's" })).rejects.toMatchObject({ status: 403, code: "forbidden" });
    await expect(remove(bo, id)).rejects.toMatchObject({ status: 403 });
    expect((await change(admin, id, { name: "The admin's" })).data).toMatchObject({
      ...{ name: "The admin's", mayChange: true, maker: { id: ana.user._id } },
    });
    await remove(admin, id);
    await expect(remove(ana, id)).rejects.toMatchObject({ status: 404 });
  });

  it("keep their own table columns when told to, and show each member's own otherwise", async () => {
    const table = { columns: ["field:plan", "status" as const], density: "compact" as const };
    const { id } = await save(ana, { name: "Columns", isShared: true, table });
    const shown = async () => (await read(bo)).views.find((view) => view.id === id)?.table;
    expect(await shown()).toEqual(table);
    await change(ana, id, { name: "Still columns" });
    expect(await shown()).toEqual(table);
    expect((await change(ana, id, { table: { ...table, columns: [] } })).data.table?.columns).toEqual([]);
    await change(ana, id, { table: null });
    expect(await shown()).toBeNull();
    expect((await save(ana, { name: "None" })).table).toBeNull();
    await remove(ana, id);
  });

  it("have counts in the queues, for each member", async () => {
    const { data: label } = await talk.server.as(ana).call(createLabel, {
      ...{ params: params(), body: { data: { name: "Refund", colour: "#336699" } } },
    });
    for (const handledBy of ["ai", "human", "human"] as const) {
      const { threadId } = await listen(say(talk.server, await talk.openVisitor(agent), { content: "Hi" }));
      const change = { params: { ...params(), threadId }, body: { data: { handledBy } } };
      await talk.server.as(bo).call(updateThread, change);
    }
    const [thread] = (await talk.server.as(ana).call(listThreads, { params: params() })).items;
    const mentions = { userIds: [bo.user._id], teamIds: [] };
    await talk.server.as(ana).call(createNote, {
      params: { ...params(), threadId: thread?.id ?? "" },
      body: { data: { clientId: newClientId(), content: "Look here.", mentions } },
    });
    await save(bo, { name: "counted mine", filter: { queue: "mine" }, isShared: true });
    await save(bo, { name: "counted nobody's", filter: { assigneeId: "none", status: "open" } });
    await save(bo, { name: "counted widget", filter: { surface: "widget" } });
    await save(bo, { name: "counted mentions", filter: { queue: "mentions" } });
    await save(bo, { name: "counted open mentions", filter: { queue: "mentions", status: "open" } });
    await save(bo, { name: "counted outcome", filter: { resolution: "negative" } });
    await save(bo, { name: "counted label", filter: { labelId: label.id } });
    const counts = async (by: Member) =>
      Object.fromEntries(
        (await read(by)).views
          .filter(({ name }) => name.startsWith("counted"))
          .map(({ name, count }) => [name.slice(8), count]),
      );
    expect(await counts(bo)).toEqual({
      ...{ mine: 2, "nobody's": 1, widget: 3, mentions: 1 },
      ...{ "open mentions": null, outcome: null, label: null },
    });
    expect(await counts(ana)).toEqual({ mine: 0 });
  });

  it("open the inbox for the members who chose them, as long as they can see them", async () => {
    const { id } = await save(ana, { name: "Start", isShared: true });
    await start(bo, id);
    await start(ana, id);
    expect((await read(bo)).startViewId).toBe(id);
    await change(ana, id, { isShared: false });
    expect((await read(bo)).startViewId).toBeNull();
    expect((await read(ana)).startViewId).toBe(id);
    await expect(start(bo, id)).rejects.toMatchObject({ status: 404 });
    await start(ana, null);
    expect((await read(ana)).startViewId).toBeNull();
    await start(ana, id);
    await remove(ana, id);
    expect((await read(ana)).startViewId).toBeNull();
  });

  it("keep several values, exclusions and relative days unchanged", async () => {
    const filter = { status: "open,pending", labelId: "-refund", since: "7d", begunSince: "2026-11-02" };
    expect((await save(ana, { filter })).filter).toEqual(filter);
    const counted = await save(ana, { name: "Awake", filter: { status: "-resolved,snoozed" } });
    const { data } = await talk.server.as(ana).call(getThreadFilters, { params: params() });
    const { total } = (
      await talk.server.as(ana).call(listThreads, {
        ...{ params: params(), query: { status: "open,pending" } },
      })
    ).page;
    expect(data.views.find(({ id }) => id === counted.id)?.count).toBe(total);
    await remove(ana, counted.id);
  });

  it("are limited in number", async () => {
    const member = await talk.server.createMember(talk.owner.organizationId, "support");
    for (let kept = 0; kept < maxThreadViews; kept += 1) await save(member, { name: `View ${kept}` });
    await expect(save(member)).rejects.toMatchObject({ status: 409, code: "conflict" });
  });

  it.each([
    ["an unknown filter", { filter: { mood: "bad" } }],
    ["an unknown queue", { filter: { queue: "lost" } }],
    ["an invalid day", { filter: { since: "yesterday" } }],
    ["zero days", { filter: { since: "0d" } }],
    ["an unknown status", { filter: { status: "open,shut" } }],
    ["an unknown outcome", { filter: { resolution: "none,lost" } }],
    ["a blank name", { name: "   " }],
    ["an unknown order", { sort: "random" }],
    ["an unknown column", { table: { columns: ["mood"], density: "compact" } }],
    ["a repeated column", { table: { columns: ["due", "due"], density: "compact" } }],
    ["an unknown density", { table: { columns: [], density: "airy" } }],
  ])("refuse %s", async (_, part) => {
    await expect(save(ana, part as never)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });

  it("are deleted with the agent", async () => {
    const other = await talk.server.createAgent(talk.owner);
    const body = { data: { name: "V", isShared: true, filter: {}, sort: "newest" as const } };
    const owner = talk.server.as(talk.owner);
    const { data } = await owner.call(createThreadView, { params: { productId: other.id }, body });
    await owner.call(chooseStartView, {
      params: { productId: other.id },
      body: { data: { viewId: data.id } },
    });
    await deleteForGood(owner, other.id);
    for (const table of ["threadViews", "startViews"] as const) {
      const left = talk.server.store.db.selectFrom(table).selectAll().where("agentId", "=", other.id);
      expect(await left.execute()).toEqual([]);
    }
  });
});
