import { beforeAll, describe, expect, it } from "vitest";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createApiKey, revokeApiKey, updateApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { eraseContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import { endOtherSessions, loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { closeSession } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  listUserGroups,
  removeFromGroup,
  updateTeamMember,
} from "../../../shared/contract/accounts/teams.ts";
import { listThreads, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { nextAddress } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import { readCookie, testPassword } from "../../kit/factories.ts";
import type { Member } from "../../kit/factories.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { numberOf } from "../../kit/live/watching.ts";

describe.each(bothStores())("a live event listener on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
  });

  const owner = () => talk.server.as(talk.owner);

  async function findGroup(role: string): Promise<string> {
    const { items } = await owner().call(listUserGroups);
    return items.find((group) => group.role === role)?._id ?? "";
  }

  async function remove(member: Member, role: string) {
    const groupId = await findGroup(role);
    await owner().call(removeFromGroup, { params: { groupId, email: member.user.email } });
  }

  async function makeKey(by: Member): Promise<{ key: Actor; id: string }> {
    const data = { name: "Till", scopes: ["conversations.read" as const, "agents.read" as const] };
    const made = await talk.server.as(by).call(createApiKey, { body: { data } });
    const { organizationId } = talk.owner;
    return { key: { address: nextAddress(), bearer: made.data.key, organizationId }, id: made.data.id };
  }

  type Begun = [who: Actor, end: () => Promise<unknown>, of?: Agent];
  const ways: Record<string, () => Promise<Begun>> = {
    "a member who is removed from the team": async () => {
      const member = await talk.server.createMember(talk.owner.organizationId, "support");
      return [member, () => remove(member, "support")];
    },
    "a key that is deleted": async () => {
      const { key, id } = await makeKey(talk.owner);
      return [key, () => owner().call(revokeApiKey, { params: { keyId: id } })];
    },
    "a key from which the right is taken": async () => {
      const { key, id: keyId } = await makeKey(talk.owner);
      const body = { data: { scopes: ["agents.read" as const] } };
      return [key, () => owner().call(updateApiKey, { params: { keyId }, body })];
    },
    "a key that is limited to another agent": async () => {
      const { key, id: keyId } = await makeKey(talk.owner);
      const other = await talk.server.createAgent(talk.owner);
      const body = { data: { agentIds: [other.id] } };
      return [key, () => owner().call(updateApiKey, { params: { keyId }, body })];
    },
    "a member who ends this session from another device": async () => {
      const member = await talk.server.createMember(talk.owner.organizationId, "support");
      const body = { email: member.user.email, password: testPassword };
      const response = await talk.server.anyone().send(loginWithPassword, { body });
      const { session } = await response.json();
      const elsewhere = { address: nextAddress(), cookie: readCookie(response), session };
      return [member, () => talk.server.as(elsewhere).call(endOtherSessions)];
    },
    "a visitor who leaves": async () => {
      const visitor = await talk.openVisitor(agent);
      await listen(say(talk.server, visitor, { content: "Hello?" }));
      return [visitor, () => talk.server.as(visitor).call(closeSession, { params: { productId: agent.id } })];
    },
    "a key whose maker is removed from the team": async () => {
      const maker = await talk.server.createMember(talk.owner.organizationId, "admin");
      const { key } = await makeKey(maker);
      return [key, () => remove(maker, "admin")];
    },
    "a visitor who is erased": async () => {
      const visitor = await talk.openVisitor(agent);
      await listen(say(talk.server, visitor, { content: "Hello?" }));
      const params = { productId: agent.id, contactId: visitor.contactId };
      return [visitor, () => owner().call(eraseContact, { params, query: { confirmed: "true" } })];
    },
    "a visitor of an agent that is deleted": async () => {
      const other = await talk.createAgent("pilothouse-builtin");
      const visitor = await talk.openVisitor(other);
      const params = { productId: other.id };
      return [visitor, () => owner().call(removeAgent, { params, query: { confirmed: "true" } }), other];
    },
  };

  // How soon that is stands in server/requests/events.test.ts; a busy machine is no measure of it.
  it("gets nothing more once they lose the right (B14)", async () => {
    const listening = Object.entries(ways).map(async ([name, begin]) => {
      const [who, end, of = agent] = await begin();
      const stream = talk.server.as(who).stream(watchEvents, { params: { productId: of.id } });
      expect((await stream.next()).value, name).toMatchObject({ type: "ready" });
      await end();
      expect(await readToEnd(stream), name).toBe(true);
    });
    await Promise.all(listening);
  }, 30_000);

  it("continues with their remaining role, and learns that a conversation was taken from them (B14)", async () => {
    const { organizationId } = talk.owner;
    const [member, colleague] = [
      await talk.server.createMember(organizationId, "support"),
      await talk.server.createMember(organizationId, "support"),
    ];
    const groupIds = [await findGroup("support"), await findGroup("collaborator")];
    const memberId = member.user._id;
    await owner().call(updateTeamMember, { params: { memberId }, body: { data: { groupIds } } });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const params = { productId: agent.id };
    const give = (assigneeId: string) =>
      owner().call(updateThread, { params: { ...params, threadId }, body: { data: { assigneeId } } });
    const mine = async () =>
      (await talk.server.as(member).call(listThreads, { params, query: { queue: "mine" } })).items;
    await give(memberId);
    expect((await mine()).map(({ id }) => id)).toEqual([threadId]);
    const stream = talk.server.as(member).stream(watchEvents, { params });
    expect((await stream.next()).value).toMatchObject({ type: "ready" });
    await remove(member, "collaborator");
    await give(colleague.user._id);
    const isGiven = (event: LiveEvent) =>
      event.type === "thread" &&
      "assignee" in event.thread &&
      event.thread.assignee?.id === colleague.user._id;
    for await (const event of stream) if (isGiven(event)) break;
    expect(await mine()).toEqual([]);
  });

  it("gets nothing more from a key that expired (B14)", async () => {
    const expiresAt = talk.server.clock.now() + 60 * 60_000;
    const data = { name: "Till", scopes: ["conversations.read" as const], expiresAt };
    const { data: made } = await owner().call(createApiKey, { body: { data } });
    const key = { address: nextAddress(), bearer: made.key, organizationId: talk.owner.organizationId };
    const stream = talk.server.as(key).stream(watchEvents, { params: { productId: agent.id } });
    expect((await stream.next()).value).toMatchObject({ type: "ready" });
    talk.server.clock.advance(60 * 60_000);
    expect(await readToEnd(stream)).toBe(true);
  });

  it("gets every event once and in order, no matter how late they read, and delays nobody (D13)", async () => {
    const slow = talk.server.as(talk.owner).stream(watchEvents, { params: { productId: agent.id } });
    const { value } = await slow.next();
    const from = value ? numberOf(value) : 0;
    const visitors = await talk.openVisitors(agent, 40);
    for (const visitor of visitors) await listen(say(talk.server, visitor, { content: "Hello?" }));
    const quick = talk.server
      .as(talk.owner)
      .stream(watchEvents, { params: { productId: agent.id }, query: { after: from } });
    const [readQuick, readSlow] = [await readUntil(quick, from + 160), await readUntil(slow, from + 160)];
    expect(readQuick).toEqual(readSlow);
    expect(readSlow).toEqual(Array.from({ length: 160 }, (_, index) => from + 1 + index));
  });

  it("gets an error with the field's path for a cursor of a million digits, and nothing else happens (D13)", async () => {
    const path = `/api/public/v1/copilotapps/${agent.id}/events?after=${"9".repeat(1_000_000)}`;
    const answer = await talk.server.request(path, {
      headers: { authorization: `Bearer ${(await makeKey(talk.owner)).key.bearer}` },
    });
    expect(answer.status).toBe(400);
  });

  async function readToEnd(stream: AsyncGenerator<unknown>): Promise<boolean> {
    for await (const _ of stream);
    return true;
  }

  async function readUntil(stream: AsyncGenerator<Parameters<typeof numberOf>[0]>, last: number) {
    const numbers: number[] = [];
    for await (const event of stream) {
      if (event.type === "ready" || numberOf(event) < 0) continue;
      numbers.push(numberOf(event));
      if (numberOf(event) === last) break;
    }
    return numbers;
  }
});
