import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { sayConsent } from "../../../../shared/contract/conversations/contacts/consent.ts";
import type { SaidConsent } from "../../../../shared/contract/conversations/contacts/consent.ts";
import {
  blockContact,
  eraseContact,
  exportContact,
  getContact,
  mergeContact,
  undoMerge,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { closeSession } from "../../../../shared/contract/surfaces/surfaces.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import { stores } from "../../../kit/database/stores.ts";
import { startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const shown = "May we store what you write? https://a.example/privacy";

describe.each(stores())("a visitor's consent on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  const owner = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id });
  const at = ({ contactId }: { contactId: string }) => ({ params: { ...params(), contactId } });
  const say = (visitor: TestVisitor, part: Partial<SaidConsent> = {}) => {
    const data = { value: "granted" as const, text: shown, agoMs: 0, ...part };
    return talk.server.as(visitor).call(sayConsent, { params: params(), body: { data } });
  };
  const kept = async (visitor: { contactId: string }) =>
    (await owner().call(getContact, at(visitor))).data.consent;
  const rowsOf = ({ contactId }: { contactId: string }) =>
    talk.server.store.db
      .selectFrom("contactConsents")
      .selectAll()
      .where("contactId", "=", contactId)
      .execute();

  it("is stored with its time, its page and the text shown, and once no matter how often it is sent", async () => {
    const visitor = await talk.openVisitor(agent);
    expect(await kept(visitor)).toEqual([]);
    const before = talk.server.clock.now();
    await say(visitor, { agoMs: 60_000 });
    const after = talk.server.clock.now();
    await say(visitor);
    await say(visitor, { text: null });
    const [one, ...others] = await kept(visitor);
    expect(one).toEqual({ value: "granted", at: expect.any(Number), surface: "widget", text: shown });
    expect(one?.at).toBeGreaterThanOrEqual(before - 60_000);
    expect(one?.at).toBeLessThanOrEqual(after - 60_000);
    expect(others).toEqual([]);
    await say(visitor, { text: "Another text" });
    expect((await kept(visitor)).map(({ text }) => text)).toEqual(["Another text", shown]);
  });

  it("is withdrawn and given again, and keeps its history, even when the visitor leaves with it", async () => {
    const visitor = await talk.openVisitor(agent);
    await say(visitor);
    await say(visitor, { value: "denied", text: null });
    // Before what was told last, by the visitor's clock.
    await say(visitor, { text: null, agoMs: 3_600_000 });
    expect((await kept(visitor)).map(({ value }) => value)).toEqual(["granted", "denied", "granted"]);
    const leave = talk.server
      .as(visitor)
      .call(closeSession, { params: params(), query: { consent: "denied" } });
    await leave;
    expect((await kept(visitor)).map(({ value }) => value)).toEqual([
      "denied",
      "granted",
      "denied",
      "granted",
    ]);
    await expect(say(visitor)).rejects.toMatchObject({ status: 401 });
  });

  it("is unchanged when a visitor leaves without mentioning it", async () => {
    const visitor = await talk.openVisitor(agent);
    await say(visitor);
    await talk.server.as(visitor).call(closeSession, { params: params(), query: { consent: "granted" } });
    expect(await kept(visitor)).toHaveLength(1);
  });

  it("can be withdrawn by a blocked visitor", async () => {
    const visitor = await talk.openVisitor(agent);
    await say(visitor);
    await owner().call(blockContact, at(visitor));
    await say(visitor, { value: "denied", text: null });
    expect((await kept(visitor))[0]).toMatchObject({ value: "denied" });
  });

  it.each([{ value: "maybe" }, { text: "x".repeat(2501) }, { agoMs: -1 }, { agoMs: 31 * 24 * 60 * 60_000 }])(
    "refuses %j",
    async (wrong) => {
      const visitor = await talk.openVisitor(agent);
      await expect(say(visitor, wrong as Partial<SaidConsent>)).rejects.toMatchObject({ status: 400 });
    },
  );

  it("keeps a visitor's newest hundred decisions", async () => {
    const visitor = await talk.openVisitor(agent);
    await say(visitor);
    const [row] = await rowsOf(visitor);
    if (!row) throw new Error("Nothing was kept.");
    const rows = Array.from({ length: 110 }, (_, index) => ({ ...row, id: `${row.id}-${index}`, at: index }));
    await talk.server.store.db.insertInto("contactConsents").values(rows).execute();
    await say(visitor, { value: "denied", text: null });
    expect(await rowsOf(visitor)).toHaveLength(100);
    expect((await kept(visitor))[0]).toMatchObject({ value: "denied" });
  });

  it("follows the visitor through a merge and its undo", async () => {
    const [ana, bob] = [await talk.openVisitor(agent), await talk.openVisitor(agent)];
    await say(bob);
    const { data } = await owner().call(mergeContact, {
      ...at(ana),
      body: { data: { contactId: bob.contactId } },
    });
    expect(data.consent).toMatchObject([{ value: "granted" }]);
    const mergeId = data.merges[0]?.id ?? "";
    await owner().call(undoMerge, { params: { ...at(ana).params, mergeId } });
    expect([await kept(ana), (await kept(bob)).length]).toEqual([[], 1]);
  });

  it("is part of an export, and is erased with the contact and with the agent", async () => {
    const visitor = await talk.openVisitor(agent);
    await say(visitor);
    const { data } = await owner().call(exportContact, at(visitor));
    const files = unzipSync(new Uint8Array(await (await talk.server.request(data.url)).arrayBuffer()));
    const json = JSON.parse(Buffer.from(files["data.json"] ?? []).toString()) as { contact: object };
    expect(json.contact).toMatchObject({ consent: [{ value: "granted", text: shown }] });
    await owner().call(eraseContact, { ...at(visitor), query: { confirmed: "true" } });
    await expect.poll(() => rowsOf(visitor)).toEqual([]);

    const gone = await talk.createAgent();
    const other = await talk.openVisitor(gone);
    const body = { data: { value: "granted" as const, text: shown, agoMs: 0 } };
    await talk.server.as(other).call(sayConsent, { params: { productId: gone.id }, body });
    expect(await rowsOf(other)).toHaveLength(1);
    await deleteForGood(owner(), gone.id);
    expect(await rowsOf(other)).toEqual([]);
  });

  it("is not stored for the preview in the console", async () => {
    const visitor = await talk.openVisitor(agent, { preview: true });
    await say(visitor);
    expect(await rowsOf(visitor)).toEqual([]);
  });
});
