import { beforeAll, describe, expect, it } from "vitest";
import { removeAgent } from "../../shared/contract/agents.ts";
import type { Agent } from "../../shared/contract/agents.ts";
import { createApiKey, revokeApiKey } from "../../shared/contract/apiKeys.ts";
import { eraseContact } from "../../shared/contract/contacts.ts";
import { watchEvents } from "../../shared/contract/conversations.ts";
import { listUserGroups, removeFromGroup } from "../../shared/contract/teams.ts";
import { nextAddress } from "../kit/client.ts";
import type { Actor } from "../kit/client.ts";
import type { Member } from "../kit/factories.ts";
import { stores } from "../kit/stores.ts";
import { listen, say, startTalkingServer } from "../kit/talks.ts";
import type { TalkingServer } from "../kit/talks.ts";
import { numberOf } from "../kit/watching.ts";

describe.each(stores())("who listens on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
  });

  const owner = () => talk.server.as(talk.owner);

  async function remove(member: Member, role: string) {
    const { items } = await owner().call(listUserGroups);
    const groupId = items.find((group) => group.role === role)?._id ?? "";
    await owner().call(removeFromGroup, { params: { groupId, email: member.user.email } });
  }

  async function makeKey(by: Member): Promise<{ key: Actor; id: string }> {
    const data = { name: "Till", scopes: ["conversations.read" as const] };
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

  // How soon that is stands in server/door/events.test.ts; a busy machine is no measure of it.
  it("hears nothing more once they may not (B14)", async () => {
    const listening = Object.entries(ways).map(async ([name, begin]) => {
      const [who, end, of = agent] = await begin();
      const stream = talk.server.as(who).stream(watchEvents, { params: { productId: of.id } });
      expect((await stream.next()).value, name).toMatchObject({ type: "ready" });
      await end();
      expect(await readToEnd(stream), name).toBe(true);
    });
    await Promise.all(listening);
  }, 30_000);

  it("hears all of it once and in order, however late they read, and keeps nobody waiting (D13)", async () => {
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

  it("refuses a cursor of a million digits by its field, and nothing else happens (D13)", async () => {
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
