import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  countAllThreads,
  getAllThreadFilters,
  getThreadOfAny,
  listAllThreads,
  searchAllThreads,
} from "../../../../shared/contract/conversations/inbox/allThreads.ts";
import { createLabel, updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { nextAddress } from "../../../kit/client.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("the inbox over all agents on $name", (store) => {
  let talk: TalkingServer;
  let support: Member;
  let shop: Agent;
  let help: Agent;
  /** Three in the order in which they were begun: of the shop, of help, of the shop. */
  let ids: string[];

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    support = await talk.server.createMember(talk.owner.organizationId, "support");
    [shop, help] = [await talk.server.createAgent(talk.owner), await talk.server.createAgent(talk.owner)];
    ids = [
      await begin(shop, "Where is my parcel?"),
      await begin(help, "My parcel is late"),
      await begin(shop, "Hi"),
    ];
    const params = { productId: help.id, threadId: ids[1] ?? "" };
    await talk.server.as(talk.owner).call(updateThread, { params, body: { data: { handledBy: "human" } } });
    const body = { data: { name: "Late", colour: "#336699" } };
    await talk.server.as(talk.owner).call(createLabel, { params: { productId: help.id }, body });
  });

  async function begin(agent: Agent, content: string) {
    talk.server.clock.advance(1000);
    const visitor = await talk.openVisitor(agent);
    return (await listen(say(talk.server, visitor, { content }))).threadId;
  }

  it("lists what members may read, newest first, page by page, and by agent", async () => {
    const client = talk.server.as(support);
    const list = async (query: { page?: number; limit?: number; agentId?: string; queue?: "mine" }) => {
      const { items, page } = await client.call(listAllThreads, { query });
      return [items.map(({ id }) => id), page.total];
    };
    const [first, second, third] = ids;
    expect(await list({})).toEqual([[second, third, first], 3]);
    expect(await list({ limit: 2, page: 2 })).toEqual([[first], 3]);
    expect(await list({ agentId: help.id })).toEqual([[second], 1]);
    expect(await list({ agentId: "01m000000000000000000000aa" })).toEqual([[], 0]);
    expect(await list({ queue: "mine" })).toEqual([[], 0]);
  });

  it("counts queues, unread conversations and labels of all agents", async () => {
    const client = talk.server.as(talk.owner);
    const { data } = await client.call(getAllThreadFilters);
    expect(data.queues).toMatchObject({ all: 3, mine: 1, ai: 2, closed: 0 });
    expect(data.unread).toBe(2);
    expect(data.labels).toMatchObject([{ name: "Late", agentId: help.id }]);
    const counts = await client.call(countAllThreads, { query: { queue: "ai" } });
    expect(counts.data.assignees).toEqual({ none: 2 });
  });

  it("finds words at every agent and opens a conversation without its agent", async () => {
    const client = talk.server.as(support);
    const { items } = await client.call(searchAllThreads, { query: { search: "parc" } });
    expect(items.map(({ thread, match }) => [thread.agentId, match.text])).toEqual([
      [help.id, "My parcel is late"],
      [shop.id, "Where is my parcel?"],
    ]);
    const { data } = await client.call(getThreadOfAny, { params: { threadId: ids[1] ?? "" } });
    expect(data.agentId).toBe(help.id);
  });

  it("shows an API key its own agents only, and another organization nothing", async () => {
    const data = { name: "Shop", agentIds: [shop.id], scopes: ["conversations.read" as const] };
    const { key: bearer } = (await talk.server.as(talk.owner).call(createApiKey, { body: { data } })).data;
    const key = talk.server.as({
      ...{ address: nextAddress(), bearer },
      organizationId: talk.owner.organizationId,
    });
    expect((await key.call(listAllThreads)).items.map(({ agentId }) => agentId)).toEqual([shop.id, shop.id]);
    expect((await key.call(getAllThreadFilters)).data).toMatchObject({ queues: { all: 2 }, labels: [] });
    const refused = { status: 404, code: "not_found" };
    await expect(key.call(getThreadOfAny, { params: { threadId: ids[1] ?? "" } })).rejects.toMatchObject(
      refused,
    );
    const stranger = talk.server.as(await talk.server.createOwner());
    expect((await stranger.call(listAllThreads)).items).toEqual([]);
    await expect(stranger.call(getThreadOfAny, { params: { threadId: ids[0] ?? "" } })).rejects.toMatchObject(
      refused,
    );
  });
});
