import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  createLabel,
  getThreadFilters,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { QueryOf } from "../../../../shared/contract/call.ts";
import { isQueued, queues } from "../../../../shared/domain/queues.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("the queues of an inbox on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  let labelId: string;
  const ids: Record<string, string> = {};

  const owner = () => talk.server.as(talk.owner);
  const at = () => ({ params: { productId: agent.id } });

  async function begin(name: string, ...changes: ThreadChange[]) {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: name }));
    ids[name] = threadId;
    const params = { ...at().params, threadId };
    for (const data of changes) await owner().call(updateThread, { params, body: { data } });
    talk.server.clock.advance(1000);
    return visitor;
  }

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
    const body = { data: { name: "Refund", colour: "#336699" } };
    labelId = (await owner().call(createLabel, { ...at(), body })).data.id;
    const snoozedUntil = talk.server.clock.now() + 60 * 60 * 1000;
    await begin("ai");
    await begin("mine", { handledBy: "human" });
    await begin("theirs", { assigneeId: colleague.user._id, priority: "high", status: "pending" });
    await begin("queue", { handledBy: "human" }, { assigneeId: null, priority: "urgent" });
    await begin("snoozed", { status: "snoozed", snoozedUntil, addLabelIds: [labelId] });
    await begin("closed", { status: "resolved" });
  });

  async function names(query: Partial<QueryOf<typeof listThreads>>, member: Member = talk.owner) {
    const { items, page } = await talk.server.as(member).call(listThreads, { ...at(), query });
    expect(page.total).toBe(items.length);
    return items.map(({ title }) => title);
  }

  it.each<[string, () => Partial<QueryOf<typeof listThreads>>, string[]]>([
    ["one of two statuses", () => ({ status: "snoozed,resolved" }), ["closed", "snoozed"]],
    ["neither of two", () => ({ status: "-open,pending" }), ["closed", "snoozed"]],
    ["one of two priorities", () => ({ priority: "high,urgent" }), ["queue", "theirs"]],
    ["a missing priority", () => ({ priority: "-none" }), ["queue", "theirs"]],
    ["a missing label", () => ({ labelId: `-${labelId}` }), ["closed", "queue", "theirs", "mine", "ai"]],
    ["one of two labels", () => ({ labelId: `${labelId},gone` }), ["snoozed"]],
    [
      "no assignee or a colleague",
      () => ({ assigneeId: `none,${colleague.user._id}`, queue: "waiting" }),
      ["queue"],
    ],
    ["any assignee", () => ({ assigneeId: "-none" }), ["theirs", "mine"]],
    ["any assignee but a colleague", () => ({ assigneeId: `-none,${colleague.user._id}` }), ["mine"]],
    [
      "anything but a colleague",
      () => ({ assigneeId: `-${colleague.user._id}`, handledBy: "human" }),
      ["queue", "mine"],
    ],
    ["no outcome yet", () => ({ resolution: "none" }), ["snoozed", "ai"]],
    ["any outcome but one", () => ({ resolution: "-none,escalated" }), ["closed"]],
    ["no team", () => ({ teamId: "none", status: "pending" }), ["theirs"]],
    ["any team but one", () => ({ teamId: "-gone", status: "pending" }), ["theirs"]],
  ])("are filtered by %s", async (_, query, expected) => {
    expect(await names(query())).toEqual(expected);
  });

  it("are filtered by when conversations began, no matter what happened in them since", async () => {
    const { items } = await owner().call(listThreads, { ...at(), query: {} });
    const begun = items.find(({ title }) => title === "theirs")?.createdAt ?? 0;
    const query = { begunSince: String(begun), begunBefore: String(begun + 1) };
    expect(await names(query as never)).toEqual(["theirs"]);
  });

  it("are filtered to unread conversations", async () => {
    const unread = await names({ unread: "true" });
    const { items } = await owner().call(listThreads, { ...at(), query: {} });
    expect(unread).toEqual(items.filter((one) => one.unread > 0).map(({ title }) => title));
    expect(unread).toContain("ai");
    const params = { ...at().params, threadId: ids["ai"] ?? "" };
    await owner().call(updateThread, { params, body: { data: { read: true } } });
    expect(await names({ unread: "true" })).not.toContain("ai");
    await owner().call(updateThread, { params, body: { data: { read: false } } });
    expect(await names({ unread: "true" })).toContain("ai");
  });

  it("are filtered by visitors' attributes and countries", async () => {
    const { db } = talk.server.store;
    const told: [string, number, string, string][] = [
      ["closed", 1, "CH", "de-CH"],
      ["theirs", 5, "AT", "de"],
      ["mine", 3, "CH", "fr-CH"],
    ];
    for (const [name, score, country, language] of told) {
      const rating = JSON.stringify({ score, remark: '"score":4', at: 1 });
      const id = ids[name] ?? "";
      await db.updateTable("threads").set({ rating, country, language }).where("id", "=", id).execute();
    }
    expect(await names({ rating: "1,3" })).toEqual(["closed", "mine"]);
    expect(await names({ rating: "-none" })).toEqual(["closed", "theirs", "mine"]);
    expect(await names({ rating: "none" })).toEqual(["snoozed", "queue", "ai"]);
    expect(await names({ rating: "-5,none" })).toEqual(["closed", "mine"]);
    expect(await names({ rating: "-1,3" })).toEqual(["snoozed", "queue", "theirs", "ai"]);
    expect(await names({ country: "CH" })).toEqual(["closed", "mine"]);
    expect(await names({ country: "-CH,none" })).toEqual(["theirs"]);
    expect(await names({ language: "de" })).toEqual(["closed", "theirs"]);
    expect(await names({ language: "none" })).toEqual(["snoozed", "queue", "ai"]);
    await db.updateTable("threads").set({ rating: null, country: null, language: null }).execute();
  });

  it.each(["", "-", ",", "open,shut", Array(21).fill("open").join()])(
    "refuse %j as a status",
    async (status) => {
      await expect(names({ status })).rejects.toMatchObject({ code: "invalid_input" });
    },
  );

  it.each([
    ["mine", ["mine"]],
    ["unassigned", ["queue"]],
    ["waiting", ["queue"]],
    ["ai", ["ai"]],
    ["snoozed", ["snoozed"]],
    ["closed", ["closed"]],
    ["all", ["closed", "snoozed", "queue", "theirs", "mine", "ai"]],
  ] as const)("%s", async (queue, expected) => {
    expect(await names({ queue })).toEqual(expected);
  });

  it("are each member's own", async () => {
    expect(await names({ queue: "mine" }, colleague)).toEqual(["theirs"]);
  });

  it("have counts that match their lists and the console's live sorting", async () => {
    const { data } = await owner().call(getThreadFilters, at());
    const { items } = await owner().call(listThreads, at());
    for (const queue of queues) {
      expect(data.queues[queue], queue).toBe((await names({ queue })).length);
      const heard = items.filter((thread) =>
        isQueued(queue, { ...thread, assigneeId: thread.assignee?.id ?? null }, talk.owner.user._id),
      );
      expect(heard.length, queue).toBe(data.queues[queue]);
    }
  });

  it("list the filter choices: members with their presence, teams, labels, surfaces", async () => {
    const { data } = await owner().call(getThreadFilters, at());
    expect(data.people.map(({ id }) => id).toSorted()).toEqual(
      [talk.owner.user._id, colleague.user._id].toSorted(),
    );
    expect(data.people.every(({ isOnline }) => !isOnline)).toBe(true);
    expect(data.teams.map(({ name }) => name)).toContain("Support");
    expect(data.labels).toEqual([{ id: labelId, name: "Refund", colour: "#336699" }]);
    expect(data.surfaces).toContain("widget");
    expect(data.offSurfaces).toEqual(["hosted-web"]);
  });

  it("are filtered by every property of a conversation", async () => {
    expect(await names({ status: "pending" })).toEqual(["theirs"]);
    expect(await names({ priority: "urgent" })).toEqual(["queue"]);
    expect(await names({ labelId })).toEqual(["snoozed"]);
    expect(await names({ assigneeId: colleague.user._id })).toEqual(["theirs"]);
    expect(await names({ queue: "ai", assigneeId: "none", surface: "widget" })).toEqual(["ai"]);
    expect(await names({ verified: "true" })).toEqual([]);
    expect(await names({ verified: "false", queue: "ai" })).toEqual(["ai"]);
    const { items } = await owner().call(listThreads, { ...at(), query: { queue: "mine" } });
    const since = items[0]?.lastActivityAt ?? 0;
    expect(await names({ since, before: since + 1 })).toEqual(["mine"]);
  });

  it("return at most a thousand conversations in one page", async () => {
    expect(await names({ limit: 1000 })).toHaveLength(Object.keys(ids).length);
    await expect(names({ limit: 1001 })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are sorted by activity, by longest wait, and by priority", async () => {
    expect(await names({ sort: "oldest" })).toEqual(["ai", "mine", "theirs", "queue", "snoozed", "closed"]);
    expect((await names({ sort: "waiting" }))[0]).toBe("queue");
    expect((await names({ sort: "priority" })).slice(0, 2)).toEqual(["queue", "theirs"]);
  });
});
