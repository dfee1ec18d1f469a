import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logout, setAgentActivity } from "../../../shared/contract/accounts/accounts.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { requestPerson } from "../../../shared/contract/conversations/conversations.ts";
import { tellLooking } from "../../../shared/contract/conversations/threads/looking.ts";
import { createNote } from "../../../shared/contract/conversations/messages/notes.ts";
import {
  addPushDevice,
  getPush,
  removePushDevice,
  updatePush,
} from "../../../shared/contract/notifications/push.ts";

import { listUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { listUserGroups, removeFromGroup } from "../../../shared/contract/accounts/teams.ts";
import { pushTtlMs } from "../../../shared/domain/push.ts";
import { standalonePath } from "../../../shared/domain/standalone.ts";
import type { Member } from "../../kit/factories.ts";
import { startPushApp } from "../../kit/notifications/pushApp.ts";
import type { PushApp } from "../../kit/notifications/pushApp.ts";
import type { PushService } from "../../kit/notifications/pushService.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("push notifications on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let service: PushService;
  let ana: Member;
  let app: PushApp;
  beforeAll(async () => {
    app = await startPushApp(store);
    ({ talk, service } = app);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    ({ agent, ana } = await app.begin());
  });

  const as = (member: Member) => talk.server.as(member);
  const place = (threadId: string) => ({ params: { productId: agent.id, threadId } });

  /** A visitor who asked something, and then for a person. */
  async function converse(
    content = "Where is my order?",
  ): Promise<{ visitor: TestVisitor; threadId: string }> {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content }));
    return { visitor, threadId };
  }

  async function askForPerson({ visitor, threadId }: { visitor: TestVisitor; threadId: string }) {
    const body = { data: { clientId: newClientId(), threadId } };
    await talk.server.as(visitor).call(requestPerson, { params: { productId: agent.id }, body });
  }

  const told = () => service.arrived.map(({ note }) => note.title.replace(/Visitor.*|A visitor.*/, "…"));

  /** What comes last shows that what should not come did not. */
  async function tellLast(member: Member): Promise<void> {
    const { threadId } = await converse("The last one");
    const count = service.arrived.length + 1;
    await app.name(member, { agent, threadId, content: "The last note" });
    await expect.poll(() => service.arrived.at(-1)?.note.body).toBe("The last note");
    expect(service.arrived).toHaveLength(count);
  }

  it("tell members with a device when a visitor asks for a person, encrypted and signed", async () => {
    const { endpoint } = await app.subscribe(talk.owner);
    const talked = await converse();
    await askForPerson(talked);
    const [first] = await service.until(1);
    expect(service.refused).toEqual([]);
    expect(first).toMatchObject({
      path: new URL(endpoint).pathname,
      urgency: "high",
      topic: talked.threadId,
      vapid: { aud: service.origin, sub: "mailto:push@example.com" },
      note: {
        title: expect.stringContaining("asks for a person"),
        path: standalonePath({
          orgId: talk.owner.organizationId,
          agentId: agent.id,
          threadId: talked.threadId,
        }),
        tag: talked.threadId,
      },
    });
    expect(first?.ttl).toBeGreaterThan(pushTtlMs / 1000 - 120);
    // What travels tells nobody on the way who wrote what.
    expect(first?.raw.includes("order")).toBe(false);
    const { devices } = (await as(talk.owner).call(getPush)).data;
    await expect
      .poll(async () => (await as(talk.owner).call(getPush)).data.devices[0]?.lastSentAt)
      .not.toBeNull();
    expect(devices).toMatchObject([{ isCurrent: true }]);
  });

  it("tell the assignees about visitors' messages in conversations that people answer", async () => {
    const talked = await converse();
    await as(ana).call(updateThread, { ...place(talked.threadId), body: { data: { handledBy: "human" } } });
    await app.subscribe(talk.owner);
    await app.subscribe(ana);
    await listen(say(talk.server, talked.visitor, { content: "Are you there?", threadId: talked.threadId }));
    await service.until(1);
    expect(service.arrived.map(({ note }) => note.body)).toEqual(["Are you there?"]);
    // The agent's own conversations are nobody's business.
    await converse("Only for the agent");
    await tellLast(ana);
  });

  it("tell a member about an assignment, unless they took it, and about a mention in a note", async () => {
    const talked = await converse();
    await app.subscribe(ana);
    const give = { body: { data: { assigneeId: ana.user._id } } };
    await as(talk.owner).call(updateThread, { ...place(talked.threadId), ...give });
    await service.until(1);
    expect(told()[0]).toMatch(/^Yours now/);
    const other = await converse();
    await as(ana).call(updateThread, { ...place(other.threadId), ...give });
    await tellLast(ana);
    expect(service.arrived.at(-1)?.note.title).toMatch(/^You are named/);
  });

  it("cover everything new in a conversation, with the number for the app's icon and the reason", async () => {
    const talked = await converse();
    await as(ana).call(updateThread, { ...place(talked.threadId), body: { data: { handledBy: "human" } } });
    await as(ana).call(updateThread, { ...place(talked.threadId), body: { data: { read: true } } });
    await app.subscribe(ana);
    const readEverywhere = async () =>
      (await as(ana).call(listUnread)).data.reduce((sum, { unread }) => sum + unread, 0);
    const before = await readEverywhere();
    for (const [count, content] of ["One", "Two", "Three"].entries()) {
      await listen(say(talk.server, talked.visitor, { content, threadId: talked.threadId }));
      await service.until(count + 1);
    }
    const notes = service.arrived.map(({ note }) => note);
    expect(notes.map(({ title }) => / · .*/.exec(title)?.[0])).toEqual([undefined, " · 2 new", " · 3 new"]);
    expect(notes.map(({ body }) => body)).toEqual(["One", "Two", "Three"]);
    for (const note of notes)
      expect(note).toMatchObject({ about: "message", unread: before + 1, tag: talked.threadId });
    expect(await readEverywhere()).toBe(before + 1);
  });

  it("skip a member who has the conversation open, until they look away", async () => {
    const talked = await converse();
    await as(ana).call(updateThread, { ...place(talked.threadId), body: { data: { handledBy: "human" } } });
    await app.subscribe(ana);
    const look = (doing: "came" | "gone") =>
      as(ana).call(tellLooking, { ...place(talked.threadId), body: { data: { doing } } });
    await look("came");
    await listen(say(talk.server, talked.visitor, { content: "Seen", threadId: talked.threadId }));
    await tellLast(ana);
    await look("gone");
    await listen(say(talk.server, talked.visitor, { content: "Not seen", threadId: talked.threadId }));
    await service.until(2);
    expect(service.arrived.map(({ note }) => note.body)).toEqual(["The last note", "Not seen"]);
  });

  it("follow the member's choices, and hide the text on request", async () => {
    await app.subscribe(ana);
    await as(ana).call(updatePush, { body: { data: { kinds: ["mentioned"], hidesText: true } } });
    await askForPerson(await converse());
    const { threadId } = await converse("A secret");
    await as(talk.owner).call(createNote, {
      ...place(threadId),
      body: {
        data: {
          clientId: newClientId(),
          content: "Hush",
          mentions: { userIds: [ana.user._id], teamIds: [] },
        },
      },
    });
    await service.until(1);
    expect(service.arrived.map(({ note }) => [note.title, note.body])).toEqual([
      ["Pilothouse Inbox", "You are named in a note."],
    ]);
  });

  it("skip a support agent who is offline, except for their own conversations", async () => {
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    await app.subscribe(support);
    await askForPerson(await converse());
    await tellLast(support);
    await as(support).call(setAgentActivity, { body: { data: { status: "online" } } });
    await as(talk.owner).call(getPush);
    await askForPerson(await converse());
    await service.until(2);
    expect(service.arrived).toHaveLength(2);
  });

  it("are retried when a push service fails, and forget a browser that is gone", async () => {
    await app.subscribe(ana);
    service.answerNext(503);
    await askForPerson(await converse());
    await service.until(1);
    service.answerNext(410);
    await askForPerson(await converse());
    await expect.poll(async () => (await as(ana).call(getPush)).data.devices).toEqual([]);
  });

  it("end with the session, and with the membership", async () => {
    await app.subscribe(ana);
    await as(ana).call(logout);
    const bo = await talk.server.createMember(talk.owner.organizationId, "collaborator");
    await app.subscribe(bo);
    const { items: groups } = await as(talk.owner).call(listUserGroups);
    const groupId = groups.find(({ usergroup_name: name }) => name === "Collaborator")?._id ?? "";
    await as(talk.owner).call(removeFromGroup, { params: { groupId, email: bo.user.email } });
    const rows = await talk.server.store.db.selectFrom("pushDevices").select("userId").execute();
    expect(rows).toEqual([]);
  });

  it("keep the same keys permanently, in every process, and encrypted", async () => {
    const { publicKey } = (await as(talk.owner).call(getPush)).data;
    expect((await as(ana).call(getPush)).data.publicKey).toBe(publicKey);
    const row = await talk.server.store.db
      .selectFrom("installation")
      .select("value")
      .where("key", "=", "pushKeys")
      .executeTakeFirstOrThrow();
    expect(row.value).toMatch(/^s1\./);
    expect(row.value).not.toContain(publicKey);
  });

  it("A1: go to no private address and to none without https", async () => {
    const other = await startTalkingServer(store);
    const { publicKey } = (await other.server.as(other.owner).call(getPush)).data;
    const { keys } = service.subscribe(publicKey);
    for (const endpoint of [
      "https://127.0.0.1/x",
      "https://169.254.169.254/x",
      "https://[::1]/x",
      "http://example.com/x",
    ]) {
      const add = other.server.as(other.owner).call(addPushDevice, { body: { data: { endpoint, keys } } });
      await expect(add, endpoint).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  it("refuse a key that can't be used for encryption", async () => {
    const { endpoint, keys } = service.subscribe("");
    const broken = { endpoint, keys: { ...keys, p256dh: "B".repeat(87) } };
    const add = as(ana).call(addPushDevice, { body: { data: broken } });
    await expect(add).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("belong to one browser's owner: others can't see or end them, and the next user takes over", async () => {
    const subscription = await app.subscribe(ana);
    const [device] = (await as(ana).call(getPush)).data.devices;
    expect((await as(talk.owner).call(getPush)).data.devices).toEqual([]);
    const params = { deviceId: device?.id ?? "" };
    await expect(as(talk.owner).call(removePushDevice, { params })).rejects.toMatchObject({
      code: "not_found",
    });
    await as(talk.owner).call(addPushDevice, { body: { data: subscription } });
    expect((await as(ana).call(getPush)).data.devices).toEqual([]);
    const [taken] = (await as(talk.owner).call(getPush)).data.devices;
    await as(talk.owner).call(removePushDevice, { params: { deviceId: taken?.id ?? "" } });
    expect((await as(talk.owner).call(getPush)).data.devices).toEqual([]);
  });
});
