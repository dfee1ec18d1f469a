import { beforeAll, describe, expect, it } from "vitest";
import { removeAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import { listContactAtOtherAgents } from "../../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import {
  eraseContact,
  mergeContact,
  undoMerge,
  updateContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { createIdentitySecret, identifyVisitor } from "../../../../shared/contract/surfaces/surfaces.ts";
import type { Identity } from "../../../../shared/contract/surfaces/surfaces.ts";
import type { Member } from "../../../kit/factories.ts";
import { nextAddress } from "../../../kit/client.ts";
import { signJwt, signUserId } from "../../../kit/surfaces/identities.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

interface Site {
  agent: Agent;
  secret: string;
}

describe.each(stores())("the same contact at other agents on $name", (store) => {
  let talk: TalkingServer;
  let shop: Site;
  let help: Site;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    [shop, help] = [await makeSite(), await makeSite()];
  });

  async function makeSite(): Promise<Site> {
    const agent = await talk.createAgent();
    const { data } = await talk.server
      .as(talk.owner)
      .call(createIdentitySecret, { params: { productId: agent.id } });
    return { agent, secret: data.secret };
  }

  const token = ({ secret }: Site, sub: string, email?: string): Identity => ({
    token: signJwt({
      claims: { sub, exp: Math.floor(talk.server.clock.now() / 1000) + 600, ...(email && { email }) },
      secret,
    }),
  });
  const hash = ({ secret }: Site, userId: string, email?: string): Identity => ({
    ...{ userId, hash: signUserId(userId, secret) },
    ...(email && { email }),
  });

  /** Somebody who talks there, and says who they are; gives their contact's id. */
  async function meet(site: Site, identity: Identity, content?: string): Promise<string> {
    const visitor = await talk.openVisitor(site.agent);
    const { data } = await talk.server.as(visitor).call(identifyVisitor, {
      ...{ params: { productId: site.agent.id }, body: { data: identity } },
    });
    if (content !== undefined) {
      (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
      await listen(say(talk.server, visitor, { content }));
    }
    return data.contactId;
  }

  const at = (site: Site, contactId: string) => ({ params: { productId: site.agent.id, contactId } });
  const elsewhere = async (site: Site, contactId: string, by: Member = talk.owner) =>
    (await talk.server.as(by).call(listContactAtOtherAgents, at(site, contactId))).data;
  const ids = async (site: Site, contactId: string) =>
    (await elsewhere(site, contactId)).map(({ contact }) => contact.id);

  it("is found by the id that the site signed, with the conversations there, in both directions", async () => {
    const here = await meet(shop, hash(shop, "ada"), "Where is my lamp?");
    const there = await meet(help, hash(help, "ada"), "It does not shine");
    const [found, ...others] = await elsewhere(shop, here);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      agent: { id: help.agent.id, name: help.agent.configuration.name },
      ...{ contact: { id: there }, conversations: 1, threads: [{ title: "It does not shine" }] },
    });
    expect(await ids(help, there)).toEqual([here]);
  });

  it("is found by the address in the site's tokens, regardless of ids and case", async () => {
    const here = await meet(shop, token(shop, "shop-1", "Bo@example.com"));
    const there = await meet(help, token(help, "help-1", "bo@Example.com"));
    expect(await ids(shop, here)).toEqual([there]);
  });

  it("is not matched by an address that was only typed, with a hash or without one", async () => {
    const email = "cyd@example.com";
    const signed = await meet(shop, token(shop, "cyd", email));
    const typed = await meet(help, { email });
    const beside = await meet(help, hash(help, "somebody", email));
    expect(await ids(shop, signed)).toEqual([]);
    expect(await ids(help, typed)).toEqual([]);
    expect(await ids(help, beside)).toEqual([]);
  });

  it("is not matched by an address that the team wrote down", async () => {
    const signed = await meet(shop, token(shop, "dan", "dan@example.com"));
    const other = await meet(help, hash(help, "dan-2"));
    const body = { data: { email: "dan@example.com" } };
    await talk.server.as(talk.owner).call(updateContact, { ...at(help, other), body });
    expect(await ids(shop, signed)).toEqual([]);
    expect(await ids(help, other)).toEqual([]);
  });

  it("is two contacts when the sites signed different addresses under one id", async () => {
    const here = await meet(shop, token(shop, "7", "eve@example.com"));
    await meet(help, token(help, "7", "fay@example.com"));
    expect(await ids(shop, here)).toEqual([]);
  });

  it("is two contacts when sites with their own numbering know different addresses under one id", async () => {
    const here = await meet(shop, hash(shop, "42", "hal@example.com"));
    await meet(help, hash(help, "42", "ivy@example.com"));
    expect(await ids(shop, here)).toEqual([]);
  });

  it("stays with the contact whom the site signed, through a merge and an unmerge", async () => {
    const here = await meet(shop, token(shop, "gus", "gus@example.com"));
    const there = await meet(help, token(help, "gus", "gus@example.com"));
    const typed = await meet(help, { name: "Some Gus" });
    const owner = talk.server.as(talk.owner);
    const body = { data: { contactId: there } };
    const { data } = await owner.call(mergeContact, { ...at(help, typed), body });
    expect(await ids(shop, here)).toEqual([typed]);
    const mergeId = data.merges[0]?.id ?? "";
    await owner.call(undoMerge, { params: { ...at(help, typed).params, mergeId } });
    expect(await ids(shop, here)).toEqual([there]);
    expect(await ids(help, typed)).toEqual([]);
  });

  it("is found in one organization only, and never in the console's preview", async () => {
    const stranger = await talk.server.createOwner();
    const theirs = await talk.server.createAgent(stranger);
    const here = await meet(shop, token(shop, "ian", "ian@example.com"));
    const { db } = talk.server.store;
    const row = await db.selectFrom("contacts").selectAll().where("id", "=", here).executeTakeFirstOrThrow();
    const { organizationId } = stranger;
    await db
      .insertInto("contacts")
      .values([
        { ...row, organizationId, agentId: theirs.id },
        { ...row, id: "preview", agentId: help.agent.id, preview: 1 },
      ])
      .execute();
    expect(await ids(shop, here)).toEqual([]);
    await expect(elsewhere(shop, here, stranger)).rejects.toMatchObject({ status: 404 });
    await expect(elsewhere(help, here)).rejects.toMatchObject({ status: 404 });
  });

  it("is visible to support, who read all conversations, and to a key at its own agents only", async () => {
    const here = await meet(shop, hash(shop, "jo"));
    const there = await meet(help, hash(help, "jo"));
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    expect((await elsewhere(shop, here, support)).map(({ contact }) => contact.id)).toEqual([there]);
    const foundBy = async (agentIds: string[] | null) => {
      const body = { data: { name: "Reader", scopes: ["conversations.read" as const], agentIds } };
      const { data } = await talk.server.as(talk.owner).call(createApiKey, { body });
      const { organizationId } = talk.owner;
      const program = { address: nextAddress(), bearer: data.key, organizationId };
      return (await talk.server.as(program).call(listContactAtOtherAgents, at(shop, here))).data.length;
    };
    expect(await foundBy(null)).toBe(1);
    expect(await foundBy([shop.agent.id, help.agent.id])).toBe(1);
    expect(await foundBy([shop.agent.id])).toBe(0);
  });

  it("is not shown once the contact is being erased or the agent is deleted", async () => {
    const third = await makeSite();
    const here = await meet(shop, hash(shop, "kim"));
    const there = await meet(help, hash(help, "kim"));
    await meet(third, hash(third, "kim"));
    expect(await ids(shop, here)).toHaveLength(2);
    const owner = talk.server.as(talk.owner);
    const query = { confirmed: "true" as const };
    await owner.call(removeAgent, { params: { productId: third.agent.id }, query });
    expect(await ids(shop, here)).toEqual([there]);
    await owner.call(eraseContact, { ...at(help, there), query });
    expect(await ids(shop, here)).toEqual([]);
  });
});
