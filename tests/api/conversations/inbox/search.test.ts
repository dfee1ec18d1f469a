import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { editMessage } from "../../../../shared/contract/conversations/conversations.ts";
import { listContacts, updateContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  getThread,
  listThreads,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { QueryOf } from "../../../../shared/contract/call.ts";
import { indexMessages } from "../../../../server/conversations/messages/search/messageIndex.ts";
import { newId } from "../../../../server/database/ids.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("searching conversations on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
  });

  const owner = () => talk.server.as(talk.owner);

  async function ask(content: string, of = agent) {
    const visitor = await talk.openVisitor(of);
    const heard = await listen(say(talk.server, visitor, { content }));
    return { visitor, ...heard, params: { productId: of.id, threadId: heard.threadId } };
  }

  async function find(
    search: string,
    query: Partial<QueryOf<typeof searchThreads>> = {},
    { by = talk.owner, of = agent }: { by?: Member; of?: Agent } = {},
  ) {
    const params = { productId: of.id };
    return talk.server.as(by).call(searchThreads, { params, query: { ...query, search } });
  }

  const threadIds = async (...args: Parameters<typeof find>) =>
    (await find(...args)).items.map(({ thread }) => thread.id);

  it.each([
    ["a word in another form", "My lantern flickers at night", "lanterns"],
    ["the beginning of a word", "The umbrella broke", "umbre"],
    ["words in any order", "The zipper of my rucksack", "rucksack zipper"],
    ["accents and case", "Où est le CAFÉ Zürich?", "cafe zurich"],
    ["Chinese in the middle of a sentence", "我上週買的帳篷可以退貨嗎？", "帳篷"],
    ["Japanese", "配送先の住所を変更したいです", "住所"],
    ["Korean", "환불은 언제 되나요", "환불"],
    ["Thai", "ฉันต้องการคืนสินค้า", "สินค้า"],
    ["Arabic", "أين طلبي الأخير", "طلبي"],
    ["a recently encoded script", "𞤀𞤣𞤤𞤢𞤥 sounds", "𞤀𞤣𞤤𞤢"],
    ["a first letter", "The œuvre", "œ"],
    ["a number", "Order 84-7731 has not come", "7731"],
    ["an address", "Write to ana.souza@example.com please", "ana.souza@example.com"],
  ])("finds %s", async (_, content, search) => {
    const { threadId } = await ask(content);
    const { items } = await find(search);
    expect(items.map(({ thread }) => thread.id)).toEqual([threadId]);
    expect(items[0]?.match.text.normalize()).toContain(content.slice(0, 8));
  });

  it("shows the matching line and its position", async () => {
    const long = `${"Nothing of it is here. ".repeat(20)}Then came the gramophone. ${"And more. ".repeat(30)}`;
    const { threadId, events } = await ask(long);
    const { items } = await find("gramophone");
    expect(items).toMatchObject([{ thread: { id: threadId }, match: { role: "user", position: 0 } }]);
    const said = events.find(({ type }) => type === "accepted");
    expect(items[0]?.match.messageId).toBe(said?.type === "accepted" && said.message.id);
    expect(items[0]?.match.text).toMatch(/^….*Then came the gramophone\..*…$/);
    expect(items[0]?.match.text.length).toBeLessThan(190);
  });

  it("finds replies, by the newest message with all the words, and only within the filter", async () => {
    const { threadId, params } = await ask("About my bassoon");
    const body = { data: { clientId: newClientId(), content: "Your bassoon is on its way." } };
    await owner().call(sendReply, { params, body });
    const { items } = await find("bassoon");
    const match = { role: "support", author: "Test Person" };
    expect(items).toMatchObject([{ thread: { id: threadId }, match }]);
    expect(await threadIds("bassoon about")).toEqual([threadId]);
    expect(await threadIds("bassoon", { queue: "mine" })).toEqual([threadId]);
    await owner().call(updateThread, { params, body: { data: { status: "resolved" } } });
    expect(await threadIds("bassoon", { queue: "mine" })).toEqual([]);
    expect(await threadIds("bassoon", { queue: "closed" })).toEqual([threadId]);
  });

  it("finds all conversations of a visitor by name or address, for members who answer visitors", async () => {
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    const { visitor, threadId, params } = await ask("Where is my parcel?");
    const again = await listen(say(talk.server, visitor, { content: "And the other one?" }));
    await ask("Somebody else’s parcel");
    const as = talk.server.as(support);
    const { contact } = (await as.call(getThread, { params })).data;
    const body = { data: { name: "Zoë Quint", email: "z.quint@example.com" } };
    await owner().call(updateContact, { params: { ...params, contactId: contact.id }, body });
    for (const search of ["zoe", "quint zoe", "z.quint@example"]) {
      const { items } = await as.call(listContacts, { params, query: { search, limit: 3 } });
      expect(items).toMatchObject([{ id: contact.id, name: "Zoë Quint", conversations: 2 }]);
    }
    const { items } = await as.call(listThreads, { params, query: { contactId: contact.id } });
    expect(items.map(({ id }) => id).toSorted()).toEqual([threadId, again.threadId].toSorted());
    expect(await threadIds("parcel", { contactId: contact.id })).toEqual([threadId]);
  });

  it("returns pages, newest first", async () => {
    const ids = [];
    for (const number of [1, 2, 3]) ids.unshift((await ask(`The xylophone number ${number}`)).threadId);
    const first = await find("xylophone", { limit: 2 });
    expect(first.page).toEqual({ page: 1, limit: 2, total: 3 });
    expect(first.items.map(({ thread }) => thread.id)).toEqual(ids.slice(0, 2));
    expect(await threadIds("xylophone", { limit: 2, page: 2 })).toEqual(ids.slice(2));
  });

  it("finds an old conversation within a filter, no matter how many newer messages match", async () => {
    const of = await talk.server.createAgent(talk.owner);
    const old = await ask("The bagpipe is old", of);
    await owner().call(updateThread, { params: old.params, body: { data: { status: "resolved" } } });
    talk.server.clock.advance(1000);
    const loud = await ask("A bagpipe again", of);
    await repeat(loud.threadId, 1001);
    const closed = await find("bagpipe", { queue: "closed" }, { of });
    expect(closed).toMatchObject({ items: [{ thread: { id: old.threadId } }], page: { total: 1 } });
    expect(closed.isCut).toBe(false);
    const all = await find("bagpipe", {}, { of });
    expect(all.items.map(({ thread }) => thread.id)).toEqual([loud.threadId, old.threadId]);
    expect(all.isCut).toBe(false);
  });

  it("reports that it searched only the newest messages when there are too many", async () => {
    const of = await talk.server.createAgent(talk.owner);
    const old = await ask("The bagpipe is old", of);
    await owner().call(updateThread, { params: old.params, body: { data: { priority: "high" } } });
    talk.server.clock.advance(1000);
    const loud = await ask("A bagpipe again", of);
    await repeat(loud.threadId, 1001);
    // As where five thousand more were said in it that don't have the word.
    const { db } = talk.server.store;
    await db.updateTable("threads").set({ nextPosition: 6000 }).where("id", "=", loud.threadId).execute();
    for (const query of [{}, { queue: "ai" as const }]) {
      const { items, page, isCut } = await find("bagpipe", query, { of });
      expect(items.map(({ thread }) => thread.id)).toEqual([loud.threadId]);
      expect([page.total, isCut]).toEqual([1, true]);
    }
    const { items, isCut } = await find("bagpipe", { priority: "high" }, { of });
    expect(items.map(({ thread }) => thread.id)).toEqual([old.threadId]);
    expect(isCut).toBe(false);
    expect((await find("bagpipe old", {}, { of })).isCut).toBe(false);
  });

  /** Says the visitor's message of a conversation `times` more times. */
  async function repeat(threadId: string, times: number): Promise<void> {
    const { store: rows, clock } = talk.server;
    const row = await rows.db
      .selectFrom("messages")
      .selectAll()
      .where("threadId", "=", threadId)
      .where("role", "=", "user")
      .executeTakeFirstOrThrow();
    const said = Array.from({ length: times }, (_, index) => ({
      ...{ ...row, id: newId(clock.now()), position: 100 + index, clientId: null },
    }));
    await rows.transaction(async (tx) => {
      for (let from = 0; from < times; from += 500)
        await tx
          .insertInto("messages")
          .values(said.slice(from, from + 500))
          .execute();
      await indexMessages(tx, said);
    });
  }

  it("finds the current text of a message, not its earlier text", async () => {
    const { visitor, threadId, events, params } = await ask("The accordion is red");
    const said = events.find(({ type }) => type === "accepted");
    const messageId = said?.type === "accepted" ? said.message.id : "";
    const edit = { params: { ...params, messageId }, body: { data: { content: "The harmonica is red" } } };
    await listen(talk.server.as(visitor).stream(editMessage, edit));
    expect(await threadIds("accordion")).toEqual([]);
    expect(await threadIds("harmonica")).toEqual([threadId]);
  });

  it("finds nothing of another agent, another organization, or a preview", async () => {
    const other = await talk.server.createAgent(talk.owner);
    const { threadId } = await ask("The clavichord", other);
    expect(await threadIds("clavichord")).toEqual([]);
    expect(await threadIds("clavichord", {}, { of: other })).toEqual([threadId]);
    const stranger = await talk.server.createOwner();
    await expect(find("clavichord", {}, { by: stranger, of: other })).rejects.toMatchObject({ status: 404 });
    const visitor = await talk.openVisitor(agent, { preview: true });
    await listen(say(talk.server, visitor, { content: "The spinet" }));
    expect(await threadIds("spinet")).toEqual([]);
  });

  it.each([
    '"',
    "X AND Y",
    "a OR b NOT",
    "'; drop table messages; --",
    "* & | ! :*",
    "\\",
    "()",
    "🎉",
    "NEAR(a b)",
  ])("takes %s as words, never as a command", async (search) => {
    expect((await find(search)).items).toEqual([]);
  });

  it("is deleted with the agent", async () => {
    const other = await talk.server.createAgent(talk.owner);
    await ask("The theremin", other);
    await deleteForGood(owner(), other.id);
    const { db } = talk.server.store;
    expect(
      await db.selectFrom("messageIndex").select("number").where("agentId", "=", other.id).execute(),
    ).toEqual([]);
  });
});
