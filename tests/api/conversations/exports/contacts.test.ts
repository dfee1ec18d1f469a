import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import { exportContacts } from "../../../../shared/contract/conversations/exports/contactExports.ts";
import { blockContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

type Asked = BodyOf<typeof exportContacts>["data"];

interface Saved {
  id: string;
  name: string;
  attributes: Record<string, unknown>;
  blockedSince: string | null;
}

const dayMs = 24 * 60 * 60 * 1000;

describe.each(bothStores())("exporting contacts as a file on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const ids: string[] = [];
  const params = () => ({ productId: agent.id });

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    for (let index = 0; index < 3; index += 1) ids.push((await talk.openVisitor(agent)).contactId);
    const { contactId: preview } = await talk.openVisitor(agent, { preview: true });
    expect(ids).not.toContain(preview);
    await change(0, {
      name: 'Ada, "the first"',
      attributes: JSON.stringify({ plan: "pro", isTrial: false }),
    });
    await change(1, { name: "=cmd()", email: "+1@example.com", phone: "+4930123456" });
    await change(1, { verified: 1, externalId: "-7" });
    await change(1, { attributes: JSON.stringify({ "@seats": "@12", plan: "\tx" }) });
    await change(2, { name: "日本語" });
    await talk.server.as(talk.owner).call(blockContact, { params: { ...params(), contactId: ids[2] ?? "" } });
  });

  const change = (index: number, changes: Record<string, string | number>) =>
    talk.server.store.db
      .updateTable("contacts")
      .set(changes)
      .where("id", "=", ids[index] ?? "")
      .execute();

  async function ask(data: Partial<Asked>, by: Member = talk.owner, of = agent) {
    const body = { data: { format: "csv" as const, filter: {}, ...data } };
    return (await talk.server.as(by).call(exportContacts, { params: { productId: of.id }, body })).data.url;
  }

  async function save(data: Partial<Asked>) {
    const response = await talk.server.request(await ask(data));
    expect(response.status).toBe(200);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    return { response, text };
  }

  const saveJson = async (data: Partial<Asked>) =>
    JSON.parse((await save({ format: "json", ...data })).text) as Saved[];
  const found = async (data: Partial<Asked>) => (await saveJson(data)).map(({ id }) => id);

  it("gives a table with a row for each contact and a column for each attribute, without formulas", async () => {
    const { response, text } = await save({});
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(text.startsWith("\ufeffId,")).toBe(true);
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((row) => row["Id"])).toEqual(ids);
    expect(data[0]).toMatchObject({
      ...{ Name: 'Ada, "the first"', "E-mail": "", Verified: "false", "Attribute: plan": "pro" },
      ...{ "Attribute: isTrial": "false", "Attribute: @seats": "", Conversations: "0", Consent: "" },
    });
    expect(data[1]).toMatchObject({
      ...{ Name: "'=cmd()", "E-mail": "'+1@example.com", Verified: "true", "Your site's ID": "'-7" },
      Phone: "'+4930123456",
      ...{ "Attribute: @seats": "'@12", "Attribute: plan": "'\tx" },
    });
    expect(data[2]).toMatchObject({ Name: "日本語", "Blocked since": expect.stringMatching(/^\d{4}-/) });
  });

  it("gives the contacts of a filter as JSON, even when there are none", async () => {
    expect(await found({ filter: { identity: "verified" } })).toEqual([ids[1]]);
    expect(await found({ filter: { blocked: "true" } })).toEqual([ids[2]]);
    expect(await found({ filter: { search: "nobody at all" } })).toEqual([]);
    const [, second] = await saveJson({});
    expect(second).toMatchObject({
      ...{ name: "=cmd()", phone: "+4930123456", attributes: { "@seats": "@12" }, blockedSince: null },
    });
  });

  it("gives only the chosen contacts, as far as they match the filter", async () => {
    const some = [ids[0] ?? "", ids[2] ?? ""];
    expect(await found({ contactIds: some })).toEqual(some);
    expect(await found({ contactIds: some, filter: { blocked: "true" } })).toEqual([ids[2]]);
    await expect(ask({ contactIds: ["nobody"] })).rejects.toMatchObject({ status: 404 });
    await expect(ask({ contactIds: [] })).rejects.toMatchObject({ status: 400 });
  });

  it("leaves out contacts that are being erased", async () => {
    await change(0, { eraseAskedAt: 1 });
    expect(await found({})).toEqual([ids[1], ids[2]]);
    await talk.server.store.db
      .updateTable("contacts")
      .set({ eraseAskedAt: null })
      .where("id", "=", ids[0] ?? "")
      .execute();
  });

  it("is allowed to roles that may export conversations, in their own organization, as long as they have the role", async () => {
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    await expect(ask({}, support)).rejects.toMatchObject({ status: 403 });
    const stranger = await talk.server.createOwner();
    await expect(ask({}, stranger)).rejects.toMatchObject({ status: 404 });
    const theirs = await talk.server.createAgent(stranger);
    await expect(ask({ contactIds: [ids[0] ?? ""] }, stranger, theirs)).rejects.toMatchObject({
      status: 404,
    });
    const collaborator = await talk.server.createMember(talk.owner.organizationId, "collaborator");
    const url = await ask({}, collaborator);
    expect((await talk.server.request(url)).status).toBe(200);
    await talk.server.store.db.deleteFrom("members").where("userId", "=", collaborator.user._id).execute();
    expect((await talk.server.request(url)).status).toBe(403);
  });

  it("refuses an address that was changed, has expired, or was made for conversations", async () => {
    const url = await ask({ filter: { blocked: "true" } });
    const status = async (address: string) => (await talk.server.request(address)).status;
    const { searchParams } = new URL(url, "http://a.example");
    const asked = Buffer.from(searchParams.get("ask") ?? "", "base64url").toString();
    const other = Buffer.from(asked.replace('"blocked":"true"', '"blocked":"false"')).toString("base64url");
    expect(await status(url.replace(searchParams.get("ask") ?? "", other))).toBe(403);
    const body = { data: { format: "csv" as const, filter: {} } };
    const { data } = await talk.server.as(talk.owner).call(exportThreads, { params: params(), body });
    expect(await status(data.url.replace("threadexports", "contactexports"))).toBe(403);
    expect(await status(url)).toBe(200);
    talk.server.clock.advance(dayMs);
    expect(await status(url)).toBe(403);
  });

  it("is recorded in the audit log", async () => {
    await ask({});
    const { items } = await talk.server.as(talk.owner).call(listAuditEntries, { query: {} });
    expect(items.map(({ action }) => action)).toContain("Exported contacts");
  });
});
