import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  eraseContact,
  exportContact,
  getContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { requestPerson, sendMessage } from "../../../../shared/contract/conversations/conversations.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { getThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

describe.each(stores())("a visitor's browser on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { trustedProxies: 1, countryHeader: "x-country" });
    agent = await talk.server.createAgent(talk.owner);
  });
  const owner = () => talk.server.as(talk.owner);

  const writeBy = (visitor: TestVisitor, userAgent: string, threadId?: string) =>
    write(visitor, { "user-agent": userAgent }, threadId);
  async function write(
    visitor: TestVisitor,
    headers: Record<string, string>,
    threadId?: string,
  ): Promise<string> {
    const data = { clientId: newClientId(), content: "Hello?", ...(threadId && { threadId }) };
    const input = { params: { productId: agent.id }, body: { data }, headers };
    return (await listen(talk.server.as(visitor).stream(sendMessage, input))).threadId;
  }
  async function read(threadId: string) {
    return (await owner().call(getThread, { params: { productId: agent.id, threadId } })).data;
  }
  const deviceOf = async (threadId: string) => (await read(threadId)).device;

  it.each([
    [firefox, "Firefox on Linux"],
    [safari, "Safari on iPhone"],
    ["<script>alert(1)</script>", null],
  ])("is shown by name and system: %s", async (userAgent, words) => {
    expect(await deviceOf(await writeBy(await talk.openVisitor(agent), userAgent))).toBe(words);
  });

  it.each([
    ["de-ch, en;q=0.7", "de-CH"],
    ["fr;q=0.5, ar;q=0.9, *;q=0.1", "ar"],
    ["*", null],
    ["de;q=0, not a tag", null],
    ["x".repeat(9000), null],
  ])("gives its preferred language: %s", async (accepted, language) => {
    const threadId = await write(await talk.openVisitor(agent), { "accept-language": accepted });
    expect((await read(threadId)).language).toBe(language);
  });

  it("is shown for the start of a conversation, even one that began with asking for a person", async () => {
    const visitor = await talk.openVisitor(agent);
    const threadId = await writeBy(visitor, firefox);
    await writeBy(visitor, safari, threadId);
    expect(await deviceOf(threadId)).toBe("Firefox on Linux");
    const { data } = await talk.server.as(visitor).call(requestPerson, {
      params: { productId: agent.id },
      body: { data: { clientId: newClientId() } },
      headers: { "user-agent": safari, "accept-language": "pt-BR", "x-country": "br" },
    });
    const began = { device: "Safari on iPhone", language: "pt-BR", country: "BR" };
    expect(await read(data.id)).toMatchObject(began);
  });

  it("is part of exports of conversations and of the visitor, and is erased with them", async () => {
    const visitor = await talk.openVisitor(agent);
    await write(visitor, { "user-agent": firefox, "accept-language": "es-MX", "x-country": "MX" });
    const at = { params: { productId: agent.id, contactId: visitor.contactId } };
    const table = await owner().call(exportThreads, { ...at, body: { data: { format: "csv", filter: {} } } });
    const text = await (await talk.server.request(table.data.url)).text();
    expect(text.split("\r\n")[0]).toContain(",Device,Language,Country,");
    expect(text).toContain(",Firefox on Linux,es-MX,MX,");
    const { data } = await owner().call(exportContact, at);
    const files = unzipSync(new Uint8Array(await (await talk.server.request(data.url)).arrayBuffer()));
    const held = JSON.parse(Buffer.from(files["data.json"] ?? []).toString()) as {
      conversations: { device: string; language: string; country: string }[];
    };
    expect(held.conversations.map(({ device, language, country }) => [device, language, country])).toEqual([
      ["Firefox on Linux", "es-MX", "MX"],
    ]);
    await owner().call(eraseContact, { ...at, query: { confirmed: "true" } });
    await vi.waitUntil(async () => (await owner().send(getContact, at)).status === 404);
    const left = await talk.server.store.db
      .selectFrom("threads")
      .select("device")
      .where("contactId", "=", visitor.contactId)
      .execute();
    expect(left).toEqual([]);
  });
});
