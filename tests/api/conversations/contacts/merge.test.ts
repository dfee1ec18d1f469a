import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  addContactNote,
  blockContact,
  getContact,
  listContactThreads,
  mergeContact,
  undoMerge,
  updateContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { listVisitorThreads } from "../../../../shared/contract/conversations/conversations.ts";
import {
  createIdentitySecret,
  identifyVisitor,
  setAttributes,
} from "../../../../shared/contract/surfaces/surfaces.ts";
import { undoDays } from "../../../../shared/domain/contacts.ts";
import { listThreads } from "../../../../shared/contract/conversations/threads/threads.ts";
import { signJwt } from "../../../kit/surfaces/identities.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { rounds } from "../../../kit/rounds.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe.each(bothStores())("two merged visitors, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let secret: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    const params = { productId: agent.id };
    secret = (await talk.server.as(talk.owner).call(createIdentitySecret, { params })).data.secret;
  });

  const owner = () => talk.server.as(talk.owner);
  const productId = () => ({ params: { productId: agent.id } });
  const at = ({ contactId }: { contactId: string }) => ({ params: { ...productId().params, contactId } });
  const speak = async (
    visitor: TestVisitor,
    content: string,
    more: { threadId?: string; clientId?: string } = {},
  ) => {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    return listen(say(talk.server, visitor, { content, ...more }));
  };
  const identify = async (visitor: TestVisitor, claims: { sub: string; name?: string; email?: string }) => {
    const exp = Math.floor(talk.server.clock.now() / 1000) + 600;
    const body = { data: { token: signJwt({ claims: { exp, ...claims }, secret }) } };
    const { data } = await talk.server.as(visitor).call(identifyVisitor, { ...productId(), body });
    return { ...visitor, contactId: data.contactId };
  };
  const meet = async (content: string, claims?: { sub: string; name?: string; email?: string }) => {
    const visitor = await talk.openVisitor(agent);
    const known = claims ? await identify(visitor, claims) : visitor;
    const { threadId } = await speak(known, content);
    return { ...known, threadId };
  };
  const merge = async (stays: TestVisitor, goes: TestVisitor) =>
    (await owner().call(mergeContact, { ...at(stays), body: { data: { contactId: goes.contactId } } })).data;
  const undo = (stays: TestVisitor, mergeId: string) =>
    owner().call(undoMerge, { params: { ...at(stays).params, mergeId } });
  const detail = async (visitor: TestVisitor) => (await owner().call(getContact, at(visitor))).data;
  const titles = async (visitor: TestVisitor) =>
    (await owner().call(listContactThreads, { ...at(visitor), query: {} })).items
      .map(({ title }) => title)
      .toSorted();
  const ownTitles = async (visitor: TestVisitor) =>
    (await talk.server.as(visitor).call(listVisitorThreads, { ...productId(), query: {} })).items
      .map(({ title }) => title)
      .toSorted();

  /** Conversations that the filter by who is verified lets through, and shows as the contrary. */
  const wronglyFiltered = async () => {
    const asked = (["true", "false"] as const).map(async (verified) => {
      const query = { verified, limit: 100 };
      const { items } = await owner().call(listThreads, { ...productId(), query });
      return items.filter(({ contact }) => String(contact.verified) !== verified);
    });
    return (await Promise.all(asked)).flat().map(({ title }) => title);
  };

  it("share all conversations and notes, and both sessions continue", async () => {
    const [ana, bob] = [await meet("From the phone"), await meet("From the desk")];
    await owner().call(addContactNote, { ...at(bob), body: { data: { content: "Likes tea" } } });
    const merged = await merge(ana, bob);
    expect(merged).toMatchObject({ id: ana.contactId, conversations: 2, notes: [{ content: "Likes tea" }] });
    expect(await titles(ana)).toEqual(["From the desk", "From the phone"]);
    await expect(owner().call(getContact, at(bob))).rejects.toMatchObject({ status: 404 });
    await speak(bob, "Still me", { threadId: bob.threadId });
    await speak(ana, "Me too", { threadId: bob.threadId });
    expect(await ownTitles(bob)).toEqual(["From the desk", "From the phone"]);
  });

  it("keep the values of the remaining one, fill its gaps, and record the differences", async () => {
    const [ana, bob] = [await meet("One"), await meet("Two")];
    const say = (visitor: TestVisitor, data: Record<string, string>) =>
      talk.server.as(visitor).call(setAttributes, { ...productId(), body: { data } });
    await owner().call(updateContact, { ...at(ana), body: { data: { name: "Ana" } } });
    await owner().call(updateContact, {
      ...at(bob),
      body: { data: { name: "Bob", email: "bob@example.com", phone: "+4930123456" } },
    });
    await say(ana, { plan: "pro" });
    await say(bob, { plan: "free", city: "Hue" });
    const merged = await merge(ana, bob);
    expect(merged).toMatchObject({
      ...{ name: "Ana", email: "bob@example.com", phone: "+4930123456" },
      attributes: { plan: "pro", city: "Hue" },
      notes: [{ content: "Merged with Bob. What differed:\nName: Bob\nplan: free" }],
      merges: [{ name: "Bob", refusal: null }],
    });
  });

  it("are identified by the site under both ids", async () => {
    const claims = { sub: "u-one", name: "Ada", email: "ada@shop.example" };
    const known = await meet("Signed", claims);
    const second = await meet("Signed too", { sub: "u-two" });
    const anonymous = await meet("Anonymous");
    await owner().call(updateContact, { ...at(anonymous), body: { data: { email: "said@example.com" } } });
    expect(await merge(anonymous, known)).toMatchObject({
      ...{ verified: true, externalId: "u-one", name: "Ada", email: "ada@shop.example", otherIds: [] },
    });
    expect(await merge(anonymous, second)).toMatchObject({ externalId: "u-one", otherIds: ["u-two"] });
    expect(await wronglyFiltered()).toEqual([]);
    for (const sub of ["u-one", "u-two"]) {
      const again = await identify(await talk.openVisitor(agent), { sub });
      expect(again.contactId, sub).toBe(anonymous.contactId);
    }
    expect(await detail(anonymous)).toMatchObject({ externalId: "u-one", otherIds: ["u-two"] });
  });

  it("are unmerged as they were, each with what began with them", async () => {
    const [ana, bob] = [await meet("Hers"), await meet("His")];
    await owner().call(updateContact, { ...at(ana), body: { data: { phone: "+4940123456" } } });
    await owner().call(updateContact, {
      ...at(bob),
      body: { data: { name: "Bob", phone: "+4930123456", attributes: { plan: "free" } } },
    });
    await owner().call(addContactNote, { ...at(bob), body: { data: { content: "About Bob" } } });
    const before = { ana: await detail(ana), bob: await detail(bob) };
    const { merges, notes } = await merge(ana, bob);
    expect(notes.map(({ content }) => content)).toContain(
      "Merged with Bob. What differed:\nPhone: +4930123456",
    );
    await speak(bob, "His too");
    await speak(ana, "Hers too");
    const { data } = await undo(ana, merges[0]?.id ?? "");
    const changed = { conversations: 2, lastSeenAt: expect.any(Number) };
    expect(data).toEqual({ kept: { ...before.ana, ...changed }, restored: { ...before.bob, ...changed } });
    expect(await titles(ana)).toEqual(["Hers", "Hers too"]);
    expect(await ownTitles(bob)).toEqual(["His", "His too"]);
    await expect(undo(ana, merges[0]?.id ?? "")).rejects.toMatchObject({ status: 404 });
    await speak(bob, "Goes on", { threadId: bob.threadId });
  });

  it("keep an address as the name if neither has one", async () => {
    const [ana, bob] = [await meet("Hers"), await meet("His")];
    await owner().call(updateContact, { ...at(ana), body: { data: { email: "ana@example.org" } } });
    expect((await detail(ana)).name).toBe("ana@example.org");
    await merge(ana, bob);
    expect((await detail(ana)).name).toBe("ana@example.org");
  });

  it("keep later changes, and are both blocked by a later block", async () => {
    const [ana, bob] = [await meet("One"), await meet("Two")];
    await owner().call(updateContact, {
      ...at(bob),
      body: { data: { attributes: { plan: "free", city: "Hue" } } },
    });
    const { merges } = await merge(ana, bob);
    await owner().call(updateContact, {
      ...at(ana),
      body: { data: { name: "Ana", attributes: { plan: "pro" } } },
    });
    await owner().call(blockContact, at(ana));
    const { data } = await undo(ana, merges[0]?.id ?? "");
    expect(data.kept).toMatchObject({
      name: "Ana",
      attributes: { plan: "pro" },
      blockedAt: expect.any(Number),
    });
    expect(data.restored).toMatchObject({
      attributes: { plan: "free", city: "Hue" },
      blockedAt: expect.any(Number),
    });
  });

  it("stay merged when it is unclear what belongs to whom, and after a month", async () => {
    const [ana, bob, eve] = [await meet("One"), await meet("Two"), await meet("Three")];
    const first = (await merge(ana, bob)).merges[0]?.id ?? "";
    const latest = await merge(ana, eve);
    expect(latest.merges.map(({ refusal }) => refusal)).toEqual([null, "later"]);
    await expect(undo(ana, first)).rejects.toMatchObject({ status: 409 });
    await undo(ana, latest.merges[0]?.id ?? "");
    await identify(ana, { sub: "u-later" });
    expect((await detail(ana)).merges).toMatchObject([{ id: first, refusal: "identified" }]);
    await expect(undo(ana, first)).rejects.toThrow("Your site has signed this visitor in since");
    const [old, gone] = [await meet("Old"), await meet("Gone")];
    const { merges } = await merge(old, gone);
    await talk.server.store.db
      .updateTable("contactMerges")
      .set(({ ref, eb }) => ({ createdAt: eb(ref("createdAt"), "-", undoDays * dayMs) }))
      .where("id", "=", merges[0]?.id ?? "")
      .execute();
    expect((await detail(old)).merges).toEqual([]);
    await expect(undo(old, merges[0]?.id ?? "")).rejects.toMatchObject({ status: 404 });
  });

  it("are refused when they are the same one or have too many attributes together, and nothing changes", async () => {
    const [ana, bob] = [await meet("One"), await meet("Two")];
    await expect(merge(ana, ana)).rejects.toMatchObject({ status: 400 });
    const many = (letter: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${letter}${at}`, at]));
    await owner().call(updateContact, { ...at(ana), body: { data: { attributes: many("a") } } });
    await owner().call(updateContact, { ...at(bob), body: { data: { attributes: many("b") } } });
    const before = [await detail(ana), await detail(bob)];
    await expect(merge(ana, bob)).rejects.toMatchObject({ status: 400 });
    expect([await detail(ana), await detail(bob)]).toEqual(before);
  });

  it("keep a message that was sent under both ids once by its client id, and return it", async () => {
    const clientId = newClientId();
    const [ana, bob] = [await talk.openVisitor(agent), await talk.openVisitor(agent)];
    await speak(ana, "The same", { clientId });
    await speak(bob, "The same", { clientId });
    const { merges } = await merge(ana, bob);
    expect((await speak(bob, "The same", { clientId })).events[0]?.type).toBe("accepted");
    expect(await titles(ana)).toHaveLength(2);
    await undo(ana, merges[0]?.id ?? "");
    await speak(bob, "The same", { clientId });
    expect(await titles(bob)).toHaveLength(1);
  });

  it("lose and duplicate nothing, in any order of merges, visits and unmerges", async () => {
    const step = fc.tuple(fc.nat(2), fc.nat(2), fc.constantFrom("merge", "undo", "note", "write", "change"));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const people = [await meet("0", { sub: newClientId() }), await meet("1"), await meet("2")];
        const own = ["0", "1", "2"].map((first) => [first]);
        const notes: string[] = [];
        for (const [index, [one, other, kind]] of steps.entries()) {
          const [person, second] = [people[one], people[other]];
          if (!person || !second) throw new Error("There are three of them.");
          if (kind === "write") {
            await speak(person, `said ${index}`);
            own[one]?.push(`said ${index}`);
            continue;
          }
          const found = await owner()
            .call(getContact, at(person))
            .catch(() => null);
          if (!found) continue;
          const content = `note ${index}`;
          if (kind === "note") {
            await owner().call(addContactNote, { ...at(person), body: { data: { content } } });
            notes.push(content);
          }
          if (kind === "change") {
            await owner().call(updateContact, { ...at(person), body: { data: { name: content } } });
          }
          if (kind === "merge") await merge(person, second).catch(() => null);
          const mergeId = found.data.merges[0]?.id;
          if (kind === "undo" && mergeId) await undo(person, mergeId);
          expect(await wronglyFiltered()).toEqual([]);
        }
        for (let undone = true; undone;) {
          undone = false;
          for (const person of people) {
            const found = await owner()
              .call(getContact, at(person))
              .catch(() => null);
            const mergeId = found?.data.merges[0]?.id;
            if (!mergeId) continue;
            await undo(person, mergeId);
            undone = true;
          }
        }
        expect(await wronglyFiltered()).toEqual([]);
        const details = await Promise.all(people.map(detail));
        for (const [index, person] of people.entries()) {
          expect(await titles(person)).toEqual(own[index]?.toSorted());
          expect(await ownTitles(person)).toEqual(own[index]?.toSorted());
        }
        expect(details.flatMap((one) => one.notes.map(({ content }) => content)).toSorted()).toEqual(
          notes.toSorted(),
        );
      }),
      rounds({ some: 5, whole: 12 }),
    );
  });
});
