import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import { listContacts } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listVisitorMessages,
  readThread,
  requestPerson,
  watchEvents,
} from "../../../../shared/contract/conversations/conversations.ts";
import { changeThreads } from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { countThreads } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import {
  getThread,
  listMessages,
  listThreads,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { TestClient } from "../../../kit/client.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("impossible numbers, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  let threadId: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    visitor = await talk.openVisitor(agent);
    const asked = { params: { productId: agent.id }, body: { data: { clientId: newClientId() } } };
    threadId = (await talk.server.as(visitor).call(requestPerson, asked)).data.id;
  });

  const owner = () => talk.server.as(talk.owner);
  const at = () => ({ params: { productId: agent.id, threadId } });
  const look = async () => (await owner().call(getThread, at())).data;

  describe.each<[string, (status: number) => number, string | undefined]>([
    ["has passed", (now) => now - 1, "Choose a time in the future."],
    ["no calendar has", () => 9e15, undefined],
    ["no store keeps", () => 1e300, undefined],
  ])("as a time that %s", (_, timeOf, message) => {
    const field = { path: expect.stringContaining("snoozedUntil"), ...(message && { message }) };
    const refused = { status: 400, body: { error: { fields: [expect.objectContaining(field)] } } };

    it("snooze no conversation", async () => {
      const data = { status: "snoozed" as const, snoozedUntil: timeOf(talk.server.clock.now()) };
      await expect(owner().call(updateThread, { ...at(), body: { data } })).rejects.toMatchObject(refused);
      expect(await look()).toMatchObject({ status: "open", snoozedUntil: null });
    });

    it("snooze none of many conversations", async () => {
      const change = { status: "snoozed" as const, snoozedUntil: timeOf(talk.server.clock.now()) };
      const data = { of: { threadIds: [threadId] }, change };
      const params = { productId: agent.id };
      await expect(owner().call(changeThreads, { params, body: { data } })).rejects.toMatchObject(refused);
      expect(await look()).toMatchObject({ status: "open", snoozedUntil: null });
    });
  });

  it.each([9e15, 1e300, 2 ** 31])(
    "as a read position of a colleague or a visitor are refused: %s",
    async (seenTo) => {
      const data = { clientId: newClientId(), content: "Hello", seenTo };
      await expect(owner().call(sendReply, { ...at(), body: { data } })).rejects.toMatchObject({
        status: 400,
      });
      const read = { ...at(), body: { data: { readTo: seenTo } } };
      await expect(talk.server.as(visitor).call(readThread, read)).rejects.toMatchObject({ status: 400 });
    },
  );

  it("can't be an API key's end", async () => {
    const data = { name: "Far", scopes: ["conversations.read" as const], expiresAt: 9e15 };
    await expect(owner().call(createApiKey, { body: { data } })).rejects.toMatchObject({ status: 400 });
  });

  const asks: [string, (value: string) => (client: TestClient) => Promise<unknown>][] = [
    ["a page", (page) => (client) => client.call(listThreads, { ...inAgent(), query: { page } })],
    ["a first day", (since) => (client) => client.call(listThreads, { ...inAgent(), query: { since } })],
    ["a last day", (before) => (client) => client.call(listThreads, { ...inAgent(), query: { before } })],
    [
      "a start date",
      (begunSince) => (client) => client.call(countThreads, { ...inAgent(), query: { begunSince } }),
    ],
    [
      "a page of search results",
      (page) => (client) => client.call(searchThreads, { ...inAgent(), query: { search: "lamp", page } }),
    ],
    [
      "a page of contacts",
      (page) => (client) => client.call(listContacts, { ...inAgent(), query: { page } as never }),
    ],
    ["a position before", (before) => (client) => client.call(listMessages, { ...at(), query: { before } })],
    ["a position after", (after) => (client) => client.call(listMessages, { ...at(), query: { after } })],
  ];
  const inAgent = () => ({ params: { productId: agent.id } });

  describe.each(["9007199254740993", "1e300", "99999999999999999999", "-1e300"])("%s", (value) => {
    it.each(asks)("as %s cause no server error", async (_, ask) => {
      const status = await ask(value)(owner()).then(
        () => 200,
        (error: { status: number }) => error.status,
      );
      expect([200, 400]).toContain(status);
    });

    it("as a visitor's position or a last event cause none either", async () => {
      const client = talk.server.as(visitor);
      for (const query of [{ before: value }, { after: value }]) {
        const { status } = await client.send(listVisitorMessages, { ...at(), query });
        expect([200, 400]).toContain(status);
      }
      const controller = new AbortController();
      const { status } = await client.send(watchEvents, {
        ...inAgent(),
        query: { after: value },
        signal: controller.signal,
      });
      controller.abort();
      expect([200, 400]).toContain(status);
    });
  });
});
