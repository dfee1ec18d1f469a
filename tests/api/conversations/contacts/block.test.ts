import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  blockContact,
  getContact,
  listContacts,
  unblockContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  initAttachment,
  listVisitorThreads,
  requestPerson,
  retryAnswer,
  tellVisitorTyping,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  createIdentitySecret,
  identifyVisitor,
  setAttributes,
} from "../../../../shared/contract/surfaces/surfaces.ts";
import { signJwt } from "../../../kit/surfaces/identities.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const refused = { status: 403, code: "visitor_blocked" };

describe.each(stores())("a visitor blocked by the team, on $name", (store) => {
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
  const speak = async (visitor: TestVisitor, content = "Hello?", clientId = newClientId()) => {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    return listen(say(talk.server, visitor, { content, clientId }));
  };
  const identify = async (visitor: TestVisitor, sub: string): Promise<TestVisitor> => {
    const exp = Math.floor(talk.server.clock.now() / 1000) + 600;
    const body = { data: { token: signJwt({ claims: { sub, exp }, secret }) } };
    const { data } = await talk.server.as(visitor).call(identifyVisitor, { ...productId(), body });
    return { ...visitor, contactId: data.contactId };
  };

  it("can read but can't write until they are unblocked, and gets a polite sentence", async () => {
    const visitor = await talk.openVisitor(agent);
    const { threadId, end } = await speak(visitor);
    const { data } = await owner().call(blockContact, at(visitor));
    expect(data.blockedAt).toEqual(expect.any(Number));
    await expect(speak(visitor, "Again")).rejects.toMatchObject(refused);
    await expect(speak(visitor, "Again")).rejects.toThrow("You can no longer write in this chat.");
    const client = talk.server.as(visitor);
    const params = { ...productId().params, threadId, messageId: end?.id ?? "" };
    await expect(
      client.call(requestPerson, { ...productId(), body: { data: { clientId: newClientId(), threadId } } }),
    ).rejects.toMatchObject(refused);
    await expect(client.call(tellVisitorTyping, { params })).rejects.toMatchObject(refused);
    await expect(listen(client.stream(retryAnswer, { params }))).rejects.toMatchObject(refused);
    const file = { name: "a.txt", contentType: "text/plain", sizeBytes: 1 };
    await expect(client.call(initAttachment, { ...productId(), body: { data: file } })).rejects.toMatchObject(
      refused,
    );
    expect((await client.call(listVisitorThreads, { ...productId(), query: {} })).items).toHaveLength(1);
    await owner().call(unblockContact, at(visitor));
    expect((await speak(visitor, "Again")).end?.status).toBe("sent");
  });

  it("can't tell the team anything about themselves either", async () => {
    const visitor = await talk.openVisitor(agent);
    await speak(visitor);
    await owner().call(blockContact, at(visitor));
    const client = talk.server.as(visitor);
    await client.call(setAttributes, { ...productId(), body: { data: { rude: "word" } } });
    await client.call(identifyVisitor, { ...productId(), body: { data: { name: "Rude word" } } });
    const { data } = await owner().call(getContact, at(visitor));
    expect(data.attributes).toEqual({});
    expect(data.name).not.toBe("Rude word");
  });

  it("stays blocked in each new session of the same verified person", async () => {
    const first = await identify(await talk.openVisitor(agent), "ada");
    await speak(first);
    await owner().call(blockContact, at(first));
    const anonymous = await talk.openVisitor(agent);
    await speak(anonymous);
    const again = await identify(anonymous, "ada");
    expect(again.contactId).toBe(first.contactId);
    await expect(speak(again)).rejects.toMatchObject(refused);
  });

  it("can't get in as a person whom the site identifies", async () => {
    const known = await identify(await talk.openVisitor(agent), "bob");
    await speak(known);
    const blocked = await talk.openVisitor(agent);
    await speak(blocked);
    await owner().call(blockContact, at(blocked));
    const again = await identify(blocked, "bob");
    expect(again.contactId).toBe(known.contactId);
    await expect(speak(again)).rejects.toMatchObject(refused);
    await owner().call(unblockContact, at(known));
    expect((await speak(again)).end?.status).toBe("sent");
  });

  it("stores nothing of a message that was on its way", async () => {
    const visitor = await talk.openVisitor(agent);
    await speak(visitor);
    (await talk.useProvider()).script(...Array.from({ length: 20 }, () => answerWith("chat", ["Hi."])));
    const sent = Array.from({ length: 10 }, (_, at) =>
      listen(say(talk.server, visitor, { content: `Now ${at}` })),
    );
    const blocked = owner().call(blockContact, at(visitor));
    const outcomes = await Promise.allSettled(sent);
    await blocked;
    const stored = await talk.server.store.db
      .selectFrom("messages")
      .select("content")
      .where("contactId", "=", visitor.contactId)
      .where("role", "=", "user")
      .execute();
    const taken = outcomes.flatMap(({ status }, at) => (status === "fulfilled" ? [`Now ${at}`] : []));
    expect(stored.map(({ content }) => content).toSorted()).toEqual(["Hello?", ...taken].toSorted());
  });

  it("is found by the filter for blocked contacts", async () => {
    const visitor = await talk.openVisitor(agent);
    await speak(visitor);
    await owner().call(blockContact, at(visitor));
    const list = async (blocked: string) =>
      (await owner().call(listContacts, { ...productId(), query: { blocked } })).items.map(({ id }) => id);
    expect(await list("true")).toContain(visitor.contactId);
    expect(await list("false")).not.toContain(visitor.contactId);
  });
});
