import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { exportContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { requestPerson, sendMessage } from "../../../../shared/contract/conversations/conversations.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { getThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const shop = { url: "https://shop.example/tents", title: "Tents" };
const search = "https://search.example/find?q=my+illness#top";

describe.each(stores())("a visitor's referrer on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
  });
  const owner = () => talk.server.as(talk.owner);

  interface Written {
    page?: { url: string; title: string; referrer?: string };
    threadId?: string;
  }
  async function write(visitor: TestVisitor, written: Written): Promise<string> {
    const body = { data: { clientId: newClientId(), content: "Hello?", ...written } };
    const sent = talk.server.as(visitor).stream(sendMessage, { params: { productId: agent.id }, body });
    return (await listen(sent)).threadId;
  }
  async function referrerOf(threadId: string) {
    return (await owner().call(getThread, { params: { productId: agent.id, threadId } })).data.referrer;
  }

  it.each([
    ["a web page, without its query", search, "https://search.example/find"],
    ["an address that is no web page", "javascript:alert(1)", null],
    ["an empty address", "", null],
    [
      "a web page with a long query",
      `https://a.example/find?q=${"a".repeat(7000)}`,
      "https://a.example/find",
    ],
    ["an address over the limit", `https://long.example/${"a".repeat(2000)}`, null],
  ])("is stored for %s", async (_, referrer, kept) => {
    const visitor = await talk.openVisitor(agent);
    expect(await referrerOf(await write(visitor, { page: { ...shop, referrer } }))).toBe(kept);
  });

  it("is empty when none was sent, or the page itself is no web page", async () => {
    const visitor = await talk.openVisitor(agent);
    expect(await referrerOf(await write(visitor, {}))).toBeNull();
    expect(await referrerOf(await write(visitor, { page: shop }))).toBeNull();
    const page = { url: "file:///home/ada/a.html", title: "", referrer: search };
    expect(await referrerOf(await write(visitor, { page }))).toBeNull();
  });

  it("is shown for the start of a conversation, even one that began with asking for a person", async () => {
    const visitor = await talk.openVisitor(agent);
    const threadId = await write(visitor, { page: { ...shop, referrer: search } });
    const elsewhere = { url: "https://shop.example/lamps", title: "", referrer: shop.url };
    await write(visitor, { threadId, page: elsewhere });
    expect(await referrerOf(threadId)).toBe("https://search.example/find");
    const { data } = await talk.server.as(visitor).call(requestPerson, {
      params: { productId: agent.id },
      body: { data: { clientId: newClientId(), page: elsewhere } },
    });
    expect(await referrerOf(data.id)).toBe(shop.url);
  });

  it("is refused when it is longer than any browser sends", async () => {
    const visitor = await talk.openVisitor(agent);
    const page = { ...shop, referrer: `https://long.example/${"a".repeat(8000)}` };
    await expect(write(visitor, { page })).rejects.toMatchObject({ status: 400 });
  });

  it("is part of exports of conversations and of the visitor", async () => {
    const visitor = await talk.openVisitor(agent);
    await write(visitor, { page: { ...shop, referrer: search } });
    const at = { params: { productId: agent.id, contactId: visitor.contactId } };
    const save = async (format: "csv" | "json") => {
      const { data } = await owner().call(exportThreads, { ...at, body: { data: { format, filter: {} } } });
      return (await talk.server.request(data.url)).text();
    };
    const table = await save("csv");
    expect(table.split("\r\n")[0]).toContain(",Page address,Came from,");
    expect(table).toContain(`,${shop.url},https://search.example/find,`);
    expect(await save("json")).toContain('"referrer":"https://search.example/find"');
    const { data } = await owner().call(exportContact, at);
    const files = unzipSync(new Uint8Array(await (await talk.server.request(data.url)).arrayBuffer()));
    const held = JSON.parse(Buffer.from(files["data.json"] ?? []).toString()) as {
      conversations: { referrer: string }[];
    };
    expect(held.conversations.map(({ referrer }) => referrer)).toEqual(["https://search.example/find"]);
  });
});
