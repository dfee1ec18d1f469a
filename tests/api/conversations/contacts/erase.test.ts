import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openSecrets } from "../../../../server/database/secrets.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import {
  addContactNote,
  eraseContact,
  exportContact,
  getContact,
  mergeContact,
  undoMerge,
  updateContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  endThread,
  initAttachment,
  rateThread,
  sendFeedback,
} from "../../../../shared/contract/conversations/conversations.ts";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import {
  closeGap,
  createTestCase,
  listTestCases,
  updateTestCase,
} from "../../../../shared/contract/evaluation/evaluation.ts";
import {
  createIdentitySecret,
  identifyVisitor,
  setAttributes,
} from "../../../../shared/contract/surfaces/surfaces.ts";
import { startThread } from "../../../../shared/contract/conversations/threads/startThread.ts";
import { cloneAgent, exportAgent, importAgent } from "../../../../shared/contract/agents/templates.ts";
import { eraseAction } from "../../../../shared/domain/contacts.ts";
import { nextAddress } from "../../../kit/client.ts";
import { findWords } from "../../../kit/safety/findWords.ts";
import { signJwt } from "../../../kit/surfaces/identities.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { Saying, TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

/** Words that nobody else says; an index may cut them anywhere but here. */
const words = ["zubrowka", "quixotry", "4930777555333"] as const;
const [word, other, number] = words;

describe.each(bothStores())("the data about a contact on $name", (store) => {
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
  const params = () => ({ productId: agent.id });
  const at = ({ contactId }: { contactId: string }) => ({ params: { ...params(), contactId } });
  const speak = async (visitor: TestVisitor, saying: Saying) => {
    (await talk.useProvider()).script(answerWith("chat", ["I did not find that."]));
    // Nobody writes more often than they may.
    talk.server.clock.advance(5000);
    return listen(say(talk.server, visitor, saying));
  };
  const upload = async (visitor: TestVisitor, text: string): Promise<string> => {
    const file = { name: `${word}.txt`, contentType: "text/plain", sizeBytes: text.length };
    const { data } = await talk.server
      .as(visitor)
      .call(initAttachment, { params: params(), body: { data: file } });
    await talk.server.request(data.url, { method: data.method, headers: data.fields, body: text });
    return data.attachmentId;
  };

  /** Somebody who left their words wherever words can be left. */
  async function makePerson(): Promise<TestVisitor> {
    const opened = await talk.openVisitor(agent);
    const exp = Math.floor(talk.server.clock.now() / 1000) + 600;
    const told = { name: `Ada ${word}`, email: `${word}@example.com`, phone: `+${number}` };
    const claims = { ...told, sub: `${word}-1`, exp };
    const body = { data: { token: signJwt({ claims, secret }) } };
    const { data } = await talk.server.as(opened).call(identifyVisitor, { params: params(), body });
    const visitor = { ...opened, contactId: data.contactId };
    const client = talk.server.as(visitor);
    await client.call(setAttributes, { params: params(), body: { data: { [word]: other } } });
    const heard = await speak(visitor, {
      content: `Where is my ${word} ${other}?`,
      attachments: [await upload(visitor, `A file about ${word}`)],
      page: { url: `https://shop.test/${word}`, title: `Page ${word}` },
      context: { basket: word },
    });
    await upload(visitor, `Never sent: ${word}`);
    const place = { params: { ...params(), threadId: heard.threadId, messageId: heard.end?.id ?? "" } };
    const feedback = { value: -1 as const, reason: null, text: `Bad ${word}` };
    await client.call(sendFeedback, { ...place, body: { data: feedback } });
    await client.call(endThread, place);
    await client.call(rateThread, { ...place, body: { data: { score: 1, remark: `Sad ${word}` } } });
    await owner().call(addContactNote, { ...at(visitor), body: { data: { content: `Asks for ${word}` } } });
    const from = { threadId: heard.threadId, messageId: heard.end?.id ?? "" };
    const made = { question: `Where is my ${word}?`, kind: "answer" as const, from };
    await owner().call(createTestCase, { params: params(), body: { data: made } });
    await owner().call(cloneAgent, { params: params(), body: { data: { testCases: true } } });
    const query = { testCases: "true" as const };
    // A file of the agent, what that makes, and a file of it again, in which nothing names a conversation.
    let productAppId = agent.id;
    for (let files = 0; files < 2; files += 1) {
      const { id: exportId } = await owner().call(exportAgent, { params: { productAppId }, query });
      const imported = await owner().call(importAgent, { params: { exportId }, body: { data: {} } });
      productAppId = imported.data.id;
    }
    // Changed by hand they are still theirs, the one that was made here and the one that came with a file.
    for (const productId of [agent.id, productAppId]) {
      const [kept] = (await owner().call(listTestCases, { params: { productId } })).items;
      const edited = { question: `And my ${word}?`, kind: "answer" as const };
      const there = { params: { productId, caseId: kept?.id ?? "" }, body: { data: edited } };
      await owner().call(updateTestCase, there);
    }
    await owner().call(closeGap, { ...place, body: { data: { closed: "dismissed" } } });
    for (let more = 0; more < 25; more += 1) await speak(visitor, { content: `${word} again, ${more}` });
    return visitor;
  }

  it("is erased: no table and no file has a word of theirs, and other contacts' data stays", async () => {
    const person = await makePerson();
    const twin = await talk.openVisitor(agent);
    await speak(twin, { content: `Mine is ${other}` });
    await owner().call(mergeContact, { ...at(person), body: { data: { contactId: twin.contactId } } });
    await owner().call(updateContact, { ...at(person), body: { data: { attributes: { more: word } } } });
    const stranger = await talk.openVisitor(agent);
    const kept = await speak(stranger, { content: "Where is my lamp?" });
    const before = await findWords(talk.server, words);
    expect(before).toEqual(
      expect.arrayContaining([
        ...["attachments", "closedGaps", "contactMerges", "contactNotes", "contacts", "files"],
        ...["agentExports", "files on disk", "messages", "testCases", "threads", "visitorSessions"],
        talk.server.store.dialect === "sqlite" ? "messageTerms_data" : "messageIndex",
      ]),
    );
    const { data } = await owner().call(eraseContact, { ...at(person), query: { confirmed: "true" } });
    expect(data.eraseAskedAt).toEqual(expect.any(Number));
    await expect(speak(person, { content: "Still there?" })).rejects.toMatchObject({ status: 401 });
    const isGone = async () => (await owner().send(getContact, at(person))).status === 404;
    await vi.waitUntil(isGone);
    const log = { query: { action: eraseAction } };
    const [entry] = await vi.waitUntil(async () => {
      const { items } = await owner().call(listAuditEntries, log);
      return items.length > 0 && items;
    });
    expect(await findWords(talk.server, words)).toEqual([]);
    expect(entry).toMatchObject({
      actor: null,
      targets: { productId: agent.id, contactId: person.contactId },
    });
    const stays = await talk.server.store.db
      .selectFrom("messages")
      .select("content")
      .where("threadId", "=", kept.threadId)
      .execute();
    expect(stays[0]?.content).toBe("Where is my lamp?");
    // Whoever comes back is somebody new.
    expect((await owner().send(getContact, at(stranger))).status).toBe(200);
  });

  it("is gone from the stored answers to a program's repeated writes, once it is erased", async () => {
    const scopes = ["conversations.reply", "evaluation.read", "agents.update"] as const;
    const body = { data: { name: "CRM", scopes: [...scopes] } };
    const { key: bearer } = (await owner().call(createApiKey, { body })).data;
    const { organizationId } = talk.owner;
    const program = talk.server.as({ address: nextAddress(), bearer, organizationId });
    (await talk.useProvider()).script(answerWith("chat", ["Hello."]));
    const begin = (userId: string) => {
      const data = { contact: { userId }, clientId: newClientId(), content: `I am ${userId}` };
      const asked = { params: params(), body: { data }, headers: { "Idempotency-Key": `key-${userId}` } };
      return () => program.send(startThread, asked);
    };
    const [writeAda, writeBob] = [begin("ada"), begin("bob")];
    const { thread: gone } = ((await (await writeAda()).json()) as { data: { thread: Thread } }).data;
    const begun: unknown = await (await writeBob()).json();
    const asked = { question: "Where is the lamp of Ada?", kind: "answer" as const };
    await owner().call(createTestCase, { params: params(), body: { data: asked } });
    const query = { testCases: "true" as const };
    const headers = { "Idempotency-Key": "key-file" };
    await program.call(exportAgent, { params: { productAppId: agent.id }, query, headers });
    const place = at({ contactId: gone.contact.id });
    await owner().call(eraseContact, { ...place, query: { confirmed: "true" } });
    await vi.waitUntil(async () => (await owner().send(getContact, place)).status === 404);
    const exported = () => program.send(exportAgent, { params: { productAppId: agent.id }, query, headers });
    await expect.poll(async () => (await exported()).status).toBe(409);
    const ada = await writeAda();
    expect([ada.status, await ada.text()]).toEqual([409, expect.stringContaining("has been deleted since")]);
    const bob = await writeBob();
    expect([bob.headers.get("idempotent-replayed"), await bob.json()]).toEqual(["true", begun]);
    const { store, dataDir } = talk.server;
    const rows = await store.db.selectFrom("idempotencyKeys").select(["key", "sealedAnswer"]).execute();
    const secrets = openSecrets({ dataDir });
    const keptOf = (key: string) => {
      const sealed = rows.find((row) => row.key === key)?.sealedAnswer;
      return sealed && secrets.unseal(sealed, "idempotency");
    };
    expect([keptOf("key-ada"), keptOf("key-bob")]).toEqual(["", expect.stringContaining("I am bob")]);
  });

  it("doesn't come back under another contact during the erasure, and nothing else goes with it", async () => {
    const [ana, bob] = [await talk.openVisitor(agent), await talk.openVisitor(agent)];
    for (const visitor of [ana, bob]) await speak(visitor, { content: "Where is my lamp?" });
    const into = { ...at(ana), body: { data: { contactId: bob.contactId } } };
    const { data: merged } = await owner().call(mergeContact, into);
    const [known, other] = [await talk.openVisitor(agent), await talk.openVisitor(agent)];
    const exp = Math.floor(talk.server.clock.now() / 1000) + 600;
    const body = { data: { token: signJwt({ claims: { sub: "known-1", exp }, secret }) } };
    const { data } = await talk.server.as(known).call(identifyVisitor, { params: params(), body });
    // As between the answer to who asks for it and the job.
    const markErased = async (contactId: string) => {
      const { db } = talk.server.store;
      await db.updateTable("contacts").set({ eraseAskedAt: 1 }).where("id", "=", contactId).execute();
    };
    await markErased(ana.contactId);
    const undone = owner().call(undoMerge, {
      params: { ...at(ana).params, mergeId: merged.merges[0]?.id ?? "" },
    });
    await expect(undone).rejects.toMatchObject({ status: 409 });
    await speak(other, { content: "Is it me?" });
    for (const [visitor, erased] of [
      [ana, ana.contactId],
      [other, data.contactId],
    ] as const) {
      await markErased(erased);
      const identified = talk.server.as(visitor).call(identifyVisitor, { params: params(), body });
      await expect(identified).rejects.toMatchObject({ status: 503 });
    }
    expect((await owner().call(getContact, at(other))).data.conversations).toBe(1);
  });

  it("is exported as one archive with their files, at an address valid for 15 minutes, with an audit entry", async () => {
    const person = await makePerson();
    const { data } = await owner().call(exportContact, at(person));
    const response = await talk.server.request(data.url);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const json = JSON.parse(Buffer.from(files["data.json"] ?? []).toString());
    expect(json.contact).toMatchObject({
      name: `Ada ${word}`,
      email: `${word}@example.com`,
      phone: `+${number}`,
      externalId: `${word}-1`,
    });
    expect(json.notes).toMatchObject([{ content: `Asks for ${word}` }]);
    expect(json.sessions).toHaveLength(1);
    expect(json.conversations).toHaveLength(26);
    const [first] = json.conversations;
    expect(first).toMatchObject({ rating: { remark: `Sad ${word}` }, page: { title: `Page ${word}` } });
    expect(first.messages[0].content).toBe(`Where is my ${word} ${other}?`);
    const [sent] = first.messages[0].attachments;
    expect(Buffer.from(files[sent.path] ?? []).toString()).toBe(`A file about ${word}`);
    expect(JSON.stringify(json)).not.toMatch(/sealed|clientId":"[^"]+","secret/);

    const { items } = await owner().call(listAuditEntries, {
      query: { action: "Exported all data about a visitor" },
    });
    expect(items[0]).toMatchObject({ targets: { contactId: person.contactId } });
    const forged = data.url.replace(person.contactId, (await talk.openVisitor(agent)).contactId);
    expect((await talk.server.request(forged)).status).toBe(403);
    talk.server.clock.advance(16 * 60 * 1000);
    expect((await talk.server.request(data.url)).status).toBe(403);
  });

  it.each(["support", "collaborator"] as const)(
    "can't be exported or erased by the role %s",
    async (role) => {
      const member = talk.server.as(await talk.server.createMember(talk.owner.organizationId, role));
      const visitor = await talk.openVisitor(agent);
      await expect(member.call(exportContact, at(visitor))).rejects.toMatchObject({ status: 403 });
      const query = { confirmed: "true" as const };
      await expect(member.call(eraseContact, { ...at(visitor), query })).rejects.toMatchObject({
        status: 403,
      });
    },
  );
});
