import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { updateChannel } from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listContacts } from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { caseOf, seconds, signMeta, whatsappBody } from "../../kit/channels/channelCases.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const whatsapp = caseOf("whatsapp");

/** How somebody is named by WhatsApp: by a number, by an id for this business, or by both. */
interface Writer {
  from?: string;
  from_user_id?: string;
}

describe.each(stores())("a changed number on WhatsApp on $name", (store) => {
  let providers: ProviderServer;
  let talk: TalkingServer;
  let agent: Agent;
  let hookPath: string;
  beforeAll(async () => {
    providers = await startProviderServer();
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...providers.addresses },
      publicOrigin: "https://agents.example.com",
    });
  });
  afterAll(() => providers.stop());
  beforeEach(async () => {
    providers.taken.length = 0;
    providers.gone.clear();
    agent = await talk.createAgent("pilothouse-builtin");
    const params = { productId: agent.id, surfaceType: "whatsapp" as const };
    const { settings, secrets } = whatsapp;
    const body = { data: { revision: 0, enabled: true, settings, secrets } };
    const { data } = await team().call(updateChannel, { params, body });
    hookPath = new URL(data.webhookUrl ?? "").pathname;
  });

  const team = () => talk.server.as(talk.owner);
  const inAgent = () => ({ params: { productId: agent.id } });
  const listAll = async () => (await team().call(listThreads, inAgent())).items;
  const countContacts = async () => (await team().call(listContacts, inAgent())).items.length;

  async function post(value: object) {
    const body = whatsappBody(value);
    expect(
      (await talk.server.request(hookPath, { method: "POST", body, headers: signMeta(body) })).status,
    ).toBe(200);
  }
  const write = (writer: Writer, text: string, id: string) =>
    post({ messages: [{ ...writer, id, timestamp: seconds(), type: "text", text: { body: text } }] });
  const tellChange = (writer: Writer, system: object, id = "wamid.system") =>
    post({ messages: [{ ...writer, id, timestamp: seconds(), type: "system", system }] });

  async function readFirst() {
    const first = (await listAll()).at(-1);
    const at = { productId: agent.id, threadId: first?.id ?? "" };
    const { items } = await team().call(listMessages, { params: at });
    return { at, items, events: items.filter(({ kind }) => kind === "event") };
  }
  const waitForEvent = () =>
    vi.waitFor(async () => expect((await readFirst()).events).toHaveLength(1), within);
  async function reply(content: string) {
    const params = (await readFirst()).at;
    await team().call(sendReply, { params, body: { data: { clientId: newClientId(), content } } });
  }

  const old = "4930111111";
  const changed = "4930222222";
  it.each<[name: string, before: Writer, system: object, after: Writer, to: object, says: string]>([
    [
      "a number",
      { from: old },
      { body: "Ada changed", type: "user_changed_number", wa_id: changed },
      { from: changed },
      { to: changed },
      `+${changed}`,
    ],
    [
      "the number of somebody who has an id",
      { from: old, from_user_id: "US.1" },
      { body: "Ada changed", type: "user_changed_number", wa_id: changed },
      { from: changed, from_user_id: "US.1" },
      { to: changed },
      `+${changed}`,
    ],
    [
      "the number and the id",
      { from: old, from_user_id: "US.1" },
      { body: "Ada changed", type: "user_changed_number", wa_id: changed, user_id: "US.2" },
      { from: changed, from_user_id: "US.2" },
      { to: changed },
      `+${changed}`,
    ],
    [
      "an id without a number",
      { from_user_id: "US.1" },
      { body: "Ada changed", type: "user_changed_user_id", user_id: "US.2" },
      { from_user_id: "US.2" },
      { recipient: "US.2" },
      "US.2",
    ],
  ])("keeps one contact after a change of %s", async (_, before, system, after, to, says) => {
    await write(before, "Where is my order?", "wamid.1");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    for (const id of Object.values(before)) if (!Object.values(after).includes(id)) providers.gone.add(id);
    await tellChange(before, system);
    await waitForEvent();
    // Told twice, it is read once.
    await tellChange(before, system);
    await reply("It leaves tomorrow.");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    expect(providers.taken[1]?.body).toMatchObject(to);
    await write(after, "Thank you", "wamid.2");
    await vi.waitFor(async () => {
      const said = (await readFirst()).items.filter(({ role }) => role === "user");
      expect(said.map(({ content }) => content)).toEqual(["Where is my order?", "Thank you"]);
    }, within);
    expect(await listAll()).toHaveLength(1);
    expect(await countContacts()).toBe(1);
    const marks = (await readFirst()).events.filter(({ content }) => content !== "joined");
    expect(marks).toMatchObject([
      { role: "system", content: "numberChanged", audience: "team", about: { name: says } },
    ]);
    const { phone } = (await team().call(listContacts, inAgent())).items[0] ?? {};
    expect(phone).toBe(after.from === undefined ? null : `+${after.from}`);
  });

  it("that another contact has moves nobody, and the team is told", async () => {
    await write({ from: old }, "I am Ada", "wamid.1");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    await write({ from: changed }, "I am Bo", "wamid.2");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    await tellChange({ from: old }, { body: "Ada changed", type: "user_changed_number", wa_id: changed });
    await vi.waitFor(async () => {
      const threads = await listAll();
      const read = threads.map(async ({ id: threadId }) => {
        const { items } = await team().call(listMessages, { params: { productId: agent.id, threadId } });
        return items.find(({ kind }) => kind === "event");
      });
      const events = (await Promise.all(read)).filter(Boolean);
      expect(events).toMatchObject([{ content: "numberTaken", about: { name: `+${changed}` } }]);
    }, within);
    expect(await countContacts()).toBe(2);
  });

  it("creates no contact for an unknown person, or for another kind of change", async () => {
    await tellChange({ from: old }, { body: "", type: "user_changed_number", wa_id: changed }, "wamid.a");
    await tellChange({ from: old }, { body: "", type: "user_identity_changed", identity: "hash" }, "wamid.b");
    await vi.waitFor(async () => {
      const rows = await talk.server.store.db
        .selectFrom("channelUpdates")
        .select(["state", "note"])
        .where("agentId", "=", agent.id)
        .orderBy("updateKey")
        .execute();
      expect(rows).toEqual([
        { state: "skipped", note: "A changed number of an unknown person." },
        { state: "skipped", note: "A message of the kind system." },
      ]);
    }, within);
    expect(await countContacts()).toBe(0);
  });
});
