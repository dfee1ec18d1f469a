import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { muteThread } from "../../../../shared/contract/notifications/quiet.ts";
import { listUnread } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import { updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { nextAddress } from "../../../kit/client.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("the unread counts of all agents on $name", (store) => {
  let talk: TalkingServer;
  let owner: Member;
  let ana: Member;
  let agents: [Agent, Agent];
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    ({ owner } = talk);
  });
  beforeEach(async () => {
    ana = await talk.server.createMember(owner.organizationId, "support");
    agents = [await talk.server.createAgent(owner), await talk.server.createAgent(owner)];
  });

  const as = (member: Member) => talk.server.as(member);
  const read = async (member: Member) => (await as(member).call(listUnread)).data;
  const of = async (member: Member, { id }: Agent) =>
    (await read(member)).find(({ agentId }) => agentId === id) ?? null;

  /** A visitor who wrote, in the hands of people and nobody's yet. */
  async function converse(agent: Agent) {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const place = { params: { productId: agent.id, threadId } };
    const change = (data: ThreadChange) => as(owner).call(updateThread, { ...place, body: { data } });
    await change({ handledBy: "human" });
    await change({ assigneeId: null });
    await listen(say(talk.server, visitor, { content: "Anybody?", threadId }));
    return { place, change, threadId };
  }

  it("cover each of the organization's agents, also for members with the support role only", async () => {
    const [mine, other] = agents;
    await converse(mine);
    await converse(mine);
    const counts = async (member: Member) =>
      Object.fromEntries((await read(member)).map(({ agentId, unread }) => [agentId, unread]));
    expect(await counts(ana)).toMatchObject({ [mine.id]: 2, [other.id]: 0 });
    expect(await counts(owner)).toMatchObject({ [mine.id]: 2, [other.id]: 0 });
  });

  it("count what the team hasn't read, without muted conversations, and with notes that mention the member", async () => {
    const [agent] = agents;
    const [first, second] = [await converse(agent), await converse(agent)];
    await as(ana).call(muteThread, first.place);
    expect(await of(ana, agent)).toMatchObject({ unread: 1 });
    expect(await of(owner, agent)).toMatchObject({ unread: 2 });
    await first.change({ read: true });
    await second.change({ read: true });
    expect(await of(ana, agent)).toMatchObject({ unread: 0 });
    for (const content of ["Look", "Look again"]) {
      const mentions = { userIds: [ana.user._id], teamIds: [] };
      const body = { data: { clientId: newClientId(), content, mentions } };
      await as(owner).call(createNote, { ...first.place, body });
    }
    expect(await of(ana, agent)).toMatchObject({ unread: 1 });
    expect(await of(owner, agent)).toMatchObject({ unread: 0 });
  });

  it("change when a conversation becomes the member's, and stay when only the agent answers", async () => {
    const [agent] = agents;
    const { change } = await converse(agent);
    const before = await of(ana, agent);
    await listen(say(talk.server, await talk.openVisitor(agent), { content: "To the agent" }));
    const after = await of(ana, agent);
    expect(after?.mark).toBe(before?.mark);
    expect(after?.number).toBeGreaterThan(before?.number ?? Infinity);
    await change({ assigneeId: ana.user._id });
    expect((await of(ana, agent))?.mark).not.toBe(before?.mark);
    const marks = [await of(ana, agent), await of(owner, agent)].map((one) => one?.mark);
    expect(new Set([...marks, before?.mark]).size).toBe(3);
  });

  it("say how many visitors wait for anyone", async () => {
    const [agent] = agents;
    const { change, threadId } = await converse(agent);
    await talk.server.store.db
      .updateTable("threads")
      .set({ personRequestedAt: talk.server.clock.now() })
      .where("id", "=", threadId)
      .execute();
    expect(await of(ana, agent)).toMatchObject({ waiting: 1 });
    await change({ assigneeId: owner.user._id });
    expect(await of(ana, agent)).toMatchObject({ waiting: 0 });
  });

  it("leave out other organizations and deleted agents", async () => {
    const [agent] = agents;
    await converse(agent);
    const stranger = await talk.server.createOwner();
    expect(await read(stranger)).toEqual([]);
    const asked = as(stranger).call(listUnread, { params: { orgId: owner.organizationId } });
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
    await deleteForGood(as(owner), agent.id);
    expect(await of(ana, agent)).toBeNull();
  });

  it("cover only its own agents for an API key", async () => {
    const [agent] = agents;
    await converse(agent);
    const data = { name: "One", scopes: ["conversations.read" as const], agentIds: [agent.id] };
    const { key: bearer } = (await as(owner).call(createApiKey, { body: { data } })).data;
    const program = talk.server.as({
      ...{ address: nextAddress(), bearer },
      organizationId: owner.organizationId,
    });
    const { data: told } = await program.call(listUnread);
    expect(told).toEqual([expect.objectContaining({ agentId: agent.id, unread: 1 })]);
  });
});
