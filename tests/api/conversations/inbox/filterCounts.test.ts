import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  priorities,
  threadStatuses,
  type Thread,
} from "../../../../shared/contract/conversations/conversations.ts";
import { queues } from "../../../../shared/domain/queues.ts";
import { fitsThreadFilter } from "../../../../shared/domain/threadFilters.ts";
import { countThreads } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import type { ThreadFilter } from "../../../../shared/contract/conversations/inbox/threadFilter.ts";
import {
  createLabel,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { outcomeChoices } from "../../../../shared/contract/conversations/inbox/threadFilter.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("the counts of an inbox's filters on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  let labelIds: string[];

  const owner = () => talk.server.as(talk.owner);
  const at = () => ({ params: { productId: agent.id } });

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
    labelIds = [];
    for (const name of ["Refund", "Late"]) {
      const body = { data: { name, colour: "#336699" } };
      labelIds.push((await owner().call(createLabel, { ...at(), body })).data.id);
    }
    const snoozedUntil = talk.server.clock.now() + 60 * 60 * 1000;
    const [refund = "", late = ""] = labelIds;
    await begin();
    await begin({ handledBy: "human", addLabelIds: [refund] });
    await begin({
      assigneeId: colleague.user._id,
      priority: "high",
      status: "pending",
      addLabelIds: labelIds,
    });
    await begin({ handledBy: "human", priority: "urgent" }, { assigneeId: null });
    await begin({ status: "snoozed", snoozedUntil, addLabelIds: [late] });
    await begin({ status: "resolved", priority: "high", addLabelIds: [refund] });
    for (const [at, language] of ["de-CH", "de", "pt-BR"].entries()) {
      await talk.server.store.db
        .updateTable("threads")
        .set({ language, country: language.slice(3) || null })
        .where("id", "=", begun[at] ?? "")
        .execute();
    }
    // Neither what somebody tries out nor what is another agent's counts.
    await listen(say(talk.server, await talk.openVisitor(agent, { preview: true }), { content: "Try" }));
    const other = await talk.server.createAgent(talk.owner);
    await listen(say(talk.server, await talk.openVisitor(other), { content: "Elsewhere" }));
  });

  const begun: string[] = [];
  async function begin(...changes: ThreadChange[]) {
    const { threadId } = await listen(say(talk.server, await talk.openVisitor(agent), { content: "Hello" }));
    begun.push(threadId);
    const params = { ...at().params, threadId };
    for (const data of changes) await owner().call(updateThread, { params, body: { data } });
  }

  const others: [string, () => ThreadFilter][] = [
    ["no other filter", () => ({})],
    ["a queue", () => ({ queue: "mine" })],
    ["the waiting queue", () => ({ queue: "waiting" })],
    ["a status", () => ({ status: "open" })],
    ["a priority and a status", () => ({ priority: "high", status: "pending" })],
    ["a label", () => ({ labelId: labelIds[0] ?? "" })],
    ["no assignee, with a label", () => ({ assigneeId: "none", labelId: labelIds[1] ?? "" })],
    ["a colleague", () => ({ assigneeId: colleague.user._id })],
    ["one of two statuses", () => ({ status: "open,pending" })],
    ["a missing label, with a priority", () => ({ labelId: `-${labelIds[0]}`, priority: "-none" })],
    ["any assignee", () => ({ assigneeId: "-none" })],
    ["a country", () => ({ country: "CH,BR" })],
    ["a language, without a team", () => ({ language: "de", teamId: "none" })],
    ["an outcome", () => ({ resolution: "escalated" })],
    ["no outcome yet, or another one", () => ({ resolution: "none,negative" })],
    ["any outcome", () => ({ resolution: "-none" })],
    ["a filter without matches", () => ({ verified: "true" })],
    ["a surface and an old date", () => ({ surface: "widget", since: 1 })],
  ];
  it.each(others)("match what each choice lists together with %s", async (_, filterOf) => {
    const filter = filterOf();
    const { data } = await owner().call(countThreads, { ...at(), query: filter });
    const list = async (choice: ThreadFilter) =>
      (await owner().call(listThreads, { ...at(), query: { ...filter, ...choice } })).page.total;
    for (const status of threadStatuses) expect(data.status[status], status).toBe(await list({ status }));
    for (const priority of priorities)
      expect(data.priority[priority], priority).toBe(await list({ priority }));
    for (const assigneeId of ["none", talk.owner.user._id, colleague.user._id])
      expect(data.assignees[assigneeId] ?? 0, assigneeId).toBe(await list({ assigneeId }));
    const others = {
      ...{ teams: ["teamId", "none"], surfaces: ["surface", "widget"], countries: ["country", "CH", "none"] },
      ...{ resolutions: ["resolution", ...outcomeChoices], languages: ["language", "de", "pt", "none"] },
    } as const;
    for (const [kind, [name, ...values]] of Object.entries(others)) {
      const counted: Record<string, number> = data[kind as keyof typeof others]; // one of its own keys
      for (const value of values)
        expect(counted[value] ?? 0, value).toBe(await list({ [String(name)]: value }));
    }
    for (const labelId of labelIds) expect(data.labels[labelId] ?? 0, labelId).toBe(await list({ labelId }));
  });

  const further: [string, () => ThreadFilter][] = [
    ...queues.map((queue) => [`the queue ${queue}`, () => ({ queue })] as [string, () => ThreadFilter]),
    ["who answers", () => ({ handledBy: "human" })],
    ["any country but one", () => ({ country: "-CH,none" })],
    ["no rating", () => ({ rating: "none" })],
    ["a rating", () => ({ rating: "5,4" })],
    ["any rating but one", () => ({ rating: "-5" })],
    ["unverified visitors", () => ({ verified: "false" })],
    ["unread conversations", () => ({ unread: "true" })],
    ["a field that is not set", () => ({ field: "-plan" })],
    ["a field that is set", () => ({ field: "plan" })],
    ["one contact", () => ({ contactId: shown[0]?.contact.id ?? "" })],
    ["activity since a time", () => ({ since: shown[2]?.lastActivityAt ?? 0 })],
    ["activity before a time", () => ({ before: shown[2]?.lastActivityAt ?? 0 })],
    ["a start since a time", () => ({ begunSince: shown[2]?.createdAt ?? 0 })],
    ["a start before a time", () => ({ begunBefore: shown[2]?.createdAt ?? 0 })],
  ];
  let shown: Thread[] = [];
  it.each([...others, ...further])(
    "match the list that a client filters live as the server does: %s",
    async (_, filterOf) => {
      const list = async (query: ThreadFilter) =>
        (await owner().call(listThreads, { ...at(), query: { ...query, limit: 50 } })).items;
      shown = await list({});
      const filter = filterOf();
      const fitting = shown.filter((thread) => fitsThreadFilter(thread, filter, talk.owner.user._id));
      expect(fitting.map(({ id }) => id)).toEqual((await list(filter)).map(({ id }) => id));
    },
  );

  it("are each member's own when a queue is", async () => {
    const query = { queue: "mine" } as const;
    const ofColleague = await talk.server.as(colleague).call(countThreads, { ...at(), query });
    expect(ofColleague.data.assignees).toEqual({ [colleague.user._id]: 1 });
  });

  it("are not available to a stranger", async () => {
    const stranger = talk.server.as(await talk.server.createOwner());
    await expect(stranger.call(countThreads, at())).rejects.toMatchObject({ status: 404 });
  });
});
