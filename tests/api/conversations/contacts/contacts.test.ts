import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  addContactNote,
  getContact,
  listContactThreads,
  listContacts,
  removeContactNote,
  updateContact,
  updateContactNote,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { identifyVisitor, setAttributes } from "../../../../shared/contract/surfaces/surfaces.ts";
import { getThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("the contacts of an agent on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);
  const at = ({ contactId }: { contactId: string }, of = agent) => ({
    params: { productId: of.id, contactId },
  });
  const find = async (search: string, of = agent) => {
    const { items } = await owner().call(listContacts, { params: { productId: of.id }, query: { search } });
    return items.map(({ name }) => name);
  };

  async function meet(
    who: { name?: string; email?: string; phone?: string },
    of = agent,
  ): Promise<TestVisitor> {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(of);
    await talk.server
      .as(visitor)
      .call(identifyVisitor, { params: { productId: of.id }, body: { data: who } });
    await listen(say(talk.server, visitor, { content: "Hello?" }));
    return visitor;
  }

  it("are found by name, address and attributes, regardless of case and accents", async () => {
    const of = await talk.createAgent();
    const elodie = await meet({ name: "Élodie Nguyễn", email: "elodie@harbour.example" }, of);
    await meet({ name: "Bob 100% sure_" }, of);
    await talk.server.as(elodie).call(setAttributes, {
      params: { productId: of.id },
      body: { data: { plan: "Großkunde", seats: 12 } },
    });
    expect(await find("", of)).toEqual(["Bob 100% sure_", "Élodie Nguyễn"]);
    for (const search of [
      "elodie",
      "NGUYEN élo",
      "harbour.example",
      "grosskunde",
      "plan: großkunde",
      "seats: 12",
    ])
      expect(await find(search, of), search).toEqual(["Élodie Nguyễn"]);
    for (const search of ["100%", "sure_", "BOB"])
      expect(await find(search, of), search).toEqual(["Bob 100% sure_"]);
    for (const search of ["elodie bob", "%%", "__", "' or 1=1 --"])
      expect(await find(search, of), search).toEqual([]);
    await owner().call(updateContact, { ...at(elodie, of), body: { data: { name: "Ada" } } });
    expect(await find("nguyen", of)).toEqual([]);
    expect(await find("ada", of)).toEqual(["Ada"]);
  });

  it("are found by their number, and stay separate from others with the same number", async () => {
    const of = await talk.createAgent();
    const [ana, bob] = [
      await meet({ name: "Ana", phone: "+49 (0)30 123-456" }, of),
      await meet({ name: "Bob", phone: "0049 30/123456" }, of),
    ];
    await meet({ name: "Eve", email: "eve@example.com" }, of);
    for (const search of ["+4930123456", "+49 30 123456", "123456"])
      expect(await find(search, of), search).toEqual(["Bob", "Ana"]);
    expect(bob.contactId).not.toBe(ana.contactId);
    await owner().call(updateContact, { ...at(ana, of), body: { data: { phone: "+1 212 555 0100" } } });
    expect(await find("2125550100", of)).toEqual(["Ana"]);
    expect((await owner().call(getContact, at(bob, of))).data).toMatchObject({ phone: "+4930123456" });
    await owner().call(updateContact, { ...at(ana, of), body: { data: { phone: null } } });
    expect(await find("2125550100", of)).toEqual([]);
  });

  it("are listed page by page, without those of another agent or of the console's preview", async () => {
    const of = await talk.createAgent();
    const first = await meet({ name: "First" }, of);
    talk.server.clock.advance(60_000);
    await meet({ name: "Second" }, of);
    const preview = await talk.openVisitor(of, { preview: true });
    const query = { page: "2", limit: "1" };
    const { items, page } = await owner().call(listContacts, { params: { productId: of.id }, query });
    expect(items).toMatchObject([{ id: first.contactId, name: "First", verified: false, conversations: 1 }]);
    expect(page).toEqual({ page: 2, limit: 1, total: 2 });
    await expect(owner().call(getContact, at(first))).rejects.toMatchObject({ status: 404 });
    await expect(owner().call(getContact, at(preview, of))).rejects.toMatchObject({ status: 404 });
  });

  it("are returned with all their conversations and their first and last visit", async () => {
    const visitor = await meet({ email: "tea@example.com" });
    const began = talk.server.clock.now();
    talk.server.clock.advance(60_000);
    const { threadId } = await listen(say(talk.server, visitor, { content: "And another thing" }));
    const { data } = await owner().call(getContact, at(visitor));
    expect(data).toMatchObject({ email: "tea@example.com", conversations: 2, notes: [] });
    expect(data.firstSeenAt).toBeLessThanOrEqual(began);
    expect(data.lastSeenAt).toBeGreaterThan(began);
    const { items, page } = await owner().call(listContactThreads, { ...at(visitor), query: {} });
    expect(items.map(({ title }) => title)).toEqual(["And another thing", "Hello?"]);
    expect(items[0]?.id).toBe(threadId);
    expect(page.total).toBe(2);
  });

  it("are changed by the team, and their conversations show the change", async () => {
    const visitor = await meet({ name: "Ana" });
    const change = {
      ...{ email: "ANA@Example.com ", phone: " +44 (0)20 7946 0990" },
      attributes: { plan: "pro", seats: 3 },
    };
    const { data } = await owner().call(updateContact, { ...at(visitor), body: { data: change } });
    expect(data).toMatchObject({
      name: "Ana",
      email: "ana@example.com",
      phone: "+442079460990",
      attributes: { plan: "pro", seats: 3 },
    });
    const less = { email: null, attributes: { plan: null } };
    await owner().call(updateContact, { ...at(visitor), body: { data: less } });
    const [thread] = (await owner().call(listContactThreads, { ...at(visitor), query: {} })).items;
    const params = { productId: agent.id, threadId: thread?.id ?? "" };
    const { data: shown } = await owner().call(getThread, { params });
    expect(shown.contact).toMatchObject({
      ...{ name: "Ana", email: null, phone: "+442079460990", attributes: { seats: 3 } },
    });
  });

  it.each([
    [{ name: " " }, "body.data.name"],
    [{ email: "nobody" }, "body.data.email"],
    [{ phone: "030 123456" }, "body.data.phone"],
    [{ phone: "+49 30 LAMPS" }, "body.data.phone"],
    [{ phone: "+49 30" }, "body.data.phone"],
    [{ phone: `+49${" ".repeat(40)}30123456` }, "body.data.phone"],
    [{ verified: true }, "body.data.verified"],
    [
      { attributes: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${at}`, at])) },
      "body.data.attributes",
    ],
  ])("refuse %j", async (change, path) => {
    const visitor = await meet({});
    const refused = owner().call(updateContact, {
      ...at(visitor),
      body: { data: change as { name: string } },
    });
    await expect(refused).rejects.toMatchObject({ status: 400, body: { error: { fields: [{ path }] } } });
  });

  it("have notes of the team, changed only by their author and deleted by managers too", async () => {
    const visitor = await meet({});
    const other = await meet({});
    const { data: first } = await owner().call(addContactNote, {
      ...at(visitor),
      body: { data: { content: "Likes tea" } },
    });
    talk.server.clock.advance(1000);
    const support = talk.server.as(colleague);
    const { data: second } = await support.call(addContactNote, {
      ...at(visitor),
      body: { data: { content: "And cake" } },
    });
    const noted = (contactNoteId: string, of = visitor) => ({ params: { ...at(of).params, contactNoteId } });
    const changed = { body: { data: { content: "Likes green tea" } } };
    await owner().call(updateContactNote, { ...noted(first.id), ...changed });
    await expect(support.call(updateContactNote, { ...noted(first.id), ...changed })).rejects.toMatchObject({
      status: 403,
    });
    await expect(support.call(removeContactNote, noted(first.id))).rejects.toMatchObject({ status: 403 });
    await expect(owner().call(removeContactNote, noted(first.id, other))).rejects.toMatchObject({
      status: 404,
    });
    const { data } = await owner().call(getContact, at(visitor));
    expect(data.notes).toMatchObject([
      { id: second.id, content: "And cake", author: { id: colleague.user._id }, editedAt: null },
      {
        id: first.id,
        content: "Likes green tea",
        author: { id: talk.owner.user._id },
        editedAt: expect.any(Number),
      },
    ]);
    await owner().call(removeContactNote, noted(first.id));
    expect((await owner().call(getContact, at(visitor))).data.notes).toHaveLength(1);
    await expect(owner().call(updateContactNote, { ...noted(second.id), ...changed })).rejects.toMatchObject({
      status: 403,
    });
    await owner().call(removeContactNote, noted(second.id));
    expect((await owner().call(getContact, at(visitor))).data.notes).toEqual([]);
  });
});
