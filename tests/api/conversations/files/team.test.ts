import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { initTeamAttachment } from "../../../../shared/contract/conversations/files/attachments.ts";
import {
  countCannedReply,
  createCannedReply,
} from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { eraseContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  initAttachment,
  listVisitorMessages,
  listVisitorThreads,
} from "../../../../shared/contract/conversations/conversations.ts";
import { initiateChat } from "../../../../shared/contract/conversations/threads/initiateChat.ts";
import {
  createNote,
  removeNote,
  updateNote,
} from "../../../../shared/contract/conversations/messages/notes.ts";
import {
  createScheduledReply,
  listScheduledReplies,
  removeScheduledReply,
  updateScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import {
  listMessages,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { removeUnsent } from "../../../../server/conversations/files/attachmentSweep.ts";
import { openFileFolder } from "../../../../server/storage/fileFolder.ts";
import { csv, pdf, png, putFile, uploadAsMember } from "../../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../../kit/conversations/files/attachments.ts";
import type { Member } from "../../../kit/factories.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";
import { createStorage } from "../../../../server/storage/createStorage.ts";

const hourMs = 60 * 60_000;

describe.each(stores())("the team's files on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let mara: Member;
  let visitor: TestVisitor;
  let at: { params: { productId: string; threadId: string } };
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    mara = await talk.server.createMember(talk.owner.organizationId, "support");
  });
  beforeEach(async () => {
    (await talk.useProvider()).script(answerWith("chat", ["Hm."]));
    visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    at = { params: { productId: agent.id, threadId } };
    await as(mara).call(updateThread, { ...at, body: { data: { handledBy: "human" } } });
  });

  const as = (actor: Parameters<TalkingServer["server"]["as"]>[0]) => talk.server.as(actor);
  const upload = (sample: Sample, member = mara, productId = agent.id) =>
    uploadAsMember(talk.server, { member, productId }, sample);
  const folder = () => openFileFolder(join(talk.server.dataDir, "files"));
  const isThere = (id: string) => existsSync(folder().pathOf(id));
  const written = (attachments: string[], content: string) => ({
    clientId: newClientId(),
    content,
    attachments,
  });
  const reply = async (attachments: string[], content = "Here it is.", by = mara) =>
    (await as(by).call(sendReply, { ...at, body: { data: written(attachments, content) } })).data;
  const note = async (attachments: string[], content = "For us.") =>
    (await as(mara).call(createNote, { ...at, body: { data: written(attachments, content) } })).data;
  const schedule = async (attachments: string[], content = "Later.") => {
    const data = { ...written(attachments, content), sendAt: talk.server.clock.now() + 48 * hourMs };
    return (await as(mara).call(createScheduledReply, { ...at, body: { data } })).data;
  };
  const shown = async () => (await as(visitor).call(listVisitorMessages, at)).items;
  const sweep = () => {
    const { dataDir, clock, store: rows } = talk.server;
    const storage = createStorage({ store: rows, dataDir, uploadKey: new Uint8Array(32), now: clock.now });
    return removeUnsent({ store: rows, storage, now: clock.now });
  };
  const saved = ({ name, contentType, bytes }: Sample, id: string | undefined) => ({
    ...{ id, name, contentType, sizeBytes: bytes.length },
  });

  it("go with a reply to the visitor, live too, and are shown like a visitor's files", async () => {
    const ids = [await upload(png), await upload(pdf)];
    const watching = watch(visitor, { server: talk.server, agentId: agent.id });
    await watching.ready;
    const sent = await reply(ids);
    const expected = [saved(png, ids[0]), saved(pdf, ids[1])];
    expect(sent.attachments).toMatchObject(expected);
    expect((await shown()).at(-1)).toMatchObject({ author: { id: "team" }, attachments: expected });
    const events = await watching.until((all) => all.some((event) => isMessage(event, "Here it is.")));
    watching.stop();
    expect(events.find((event) => isMessage(event, "Here it is."))).toMatchObject({
      message: { attachments: expected },
    });
    const response = await talk.server.request(sent.attachments[1]?.url ?? "");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf.bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-disposition": "attachment; filename*=UTF-8''bill.pdf",
      "content-security-policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });

  it("can be sent without text and are listed by name, and an empty reply is refused", async () => {
    expect((await reply([await upload(csv)], " ")).content).toBe("");
    const { items } = await as(visitor).call(listVisitorThreads, { params: { productId: agent.id } });
    expect(items[0]?.lastMessage?.text).toBe("prices.csv");
    for (const send of [reply, note, schedule])
      await expect(send([], " ")).rejects.toMatchObject({ status: 400 });
  });

  it("are found by their names, and are named in exports", async () => {
    const name = "quokka-voucher.pdf";
    await reply([await upload({ ...pdf, name })]);
    const query = { search: "quokka" };
    const { items } = await as(mara).call(searchThreads, { params: { productId: agent.id }, query });
    expect(items).toMatchObject([{ thread: { id: at.params.threadId } }]);
    expect(items[0]?.match.text).toContain(name);
    const data = { format: "json" as const, filter: {}, messages: true };
    const { url } = (await as(talk.owner).call(exportThreads, { ...at, body: { data } })).data;
    expect(await (await talk.server.request(url)).text()).toContain(`"name":"${name}"`);
  });

  it("are given to the agent only by name once it answers again", async () => {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Yes."]));
    await reply([await upload(png)]);
    await as(mara).call(updateThread, { ...at, body: { data: { handledBy: "ai" } } });
    await listen(say(talk.server, visitor, { content: "And now?", threadId: at.params.threadId }));
    const asked = JSON.stringify(provider.requests.at(-1)?.body);
    expect(asked).toContain("Files sent along: lamp.png");
    expect(asked).not.toContain(png.bytes.toString("base64"));
  });

  it("in a note never reach the visitor, and are deleted with it", async () => {
    const id = await upload(pdf);
    const watching = watch(visitor, { server: talk.server, agentId: agent.id });
    await watching.ready;
    const { id: noteId, attachments } = await note([id]);
    expect(attachments).toMatchObject([saved(pdf, id)]);
    await reply([], "After the note.");
    const events = await watching.until((all) => all.some((event) => isMessage(event, "After the note.")));
    watching.stop();
    expect(JSON.stringify([events, await shown()])).not.toContain(id);
    const on = { params: { ...at.params, noteId } };
    const change = (content: string) => as(mara).call(updateNote, { ...on, body: { data: { content } } });
    expect((await change("")).data).toMatchObject({ content: "", attachments: [{ id }] });
    await as(mara).call(removeNote, on);
    await expect.poll(() => isThere(id)).toBe(false);
    const { items } = await as(mara).call(listMessages, at);
    expect(JSON.stringify(items)).not.toContain(id);
    await expect(change("Again")).rejects.toMatchObject({ status: 404 });
  });

  it("are stored once with their message no matter how often it is sent, and others under its id are a conflict", async () => {
    const [one, other] = [await upload(png), await upload(pdf)];
    const send = (attachments: string[], call: typeof sendReply | typeof createNote, clientId: string) =>
      as(mara).call(call, { ...at, body: { data: { clientId, content: "Once", attachments } } });
    for (const [call, file] of [
      [sendReply, one],
      [createNote, other],
    ] as const) {
      const clientId = newClientId();
      const all = await Promise.all([1, 2, 3].map(() => send([file], call, clientId)));
      expect(new Set(all.map(({ data }) => data.id)).size).toBe(1);
      for (const ids of [[], [one, other]])
        await expect(send(ids, call, clientId)).rejects.toMatchObject({
          code: "repeated_with_other_content",
        });
    }
  });

  it("are refused when they are a colleague's, another agent's, a visitor's, missing, or sent before", async () => {
    const elsewhere = await talk.createAgent();
    const params = { productId: agent.id };
    const { name, contentType, bytes } = png;
    const body = { data: { name, contentType, sizeBytes: bytes.length } };
    const { data: announced } = await as(mara).call(initTeamAttachment, { params, body });
    const { data: visitors } = await as(visitor).call(initAttachment, { params, body });
    expect(await putFile(talk.server, { url: visitors.url, contentType, bytes })).toBe(204);
    const sent = await upload(png);
    await reply([sent]);
    const kept = await upload(png);
    await schedule([kept]);
    const mine = await upload(pdf);
    const colleagues = await upload(png, talk.owner);
    const agents = await upload(png, mara, elsewhere.id);
    const others = [colleagues, agents, announced.attachmentId, visitors.attachmentId, sent, kept];
    for (const id of [...others, "01m000000000000000000000aa", "../../secret.key"]) {
      for (const send of [reply, note, schedule])
        await expect(send([mine, id]), id).rejects.toMatchObject({ code: "attachments_refused" });
    }
    // Nor are they a visitor's to send.
    for (const id of [mine, sent, kept])
      await expect(
        listen(
          say(talk.server, visitor, { content: "Mine?", attachments: [id], threadId: at.params.threadId }),
        ),
      ).rejects.toMatchObject({ code: "attachments_refused" });
    expect((await reply([mine])).attachments).toHaveLength(1);
  });

  it.each([
    ["an SVG", { contentType: "image/svg+xml" }, 422],
    ["a program", { name: "a.exe", contentType: "application/x-msdownload" }, 422],
    ["over 10 MB", { sizeBytes: 10_000_001 }, 400],
    ["empty", { sizeBytes: 0 }, 400],
  ])("that are %s are refused before the upload", async (_, given, status) => {
    const data = { name: "a.png", contentType: "image/png", sizeBytes: 9, ...given };
    const asked = as(mara).call(initTeamAttachment, { params: { productId: agent.id }, body: { data } });
    await expect(asked).rejects.toMatchObject({ status });
  });

  it("are limited per team member and day, including copies from canned replies (C8)", async () => {
    const greedy = await talk.server.createMember(talk.owner.organizationId, "support");
    const params = { productId: agent.id };
    const announce = (sizeBytes: number, by = greedy) =>
      as(by).call(initTeamAttachment, {
        params,
        body: { data: { name: "a.png", contentType: "image/png", sizeBytes } },
      });
    const attachments = [await upload(png, greedy)];
    const canned = { name: "lamp", text: "Our lamp.", attachments };
    const { data } = await as(greedy).call(createCannedReply, { params, body: { data: canned } });
    const use = () => as(greedy).call(countCannedReply, { params: { ...params, cannedReplyId: data.id } });
    expect((await use()).data.attachments).toHaveLength(1);
    for (let count = 0; count < 99; count += 1) await announce(10_000_000);
    await announce(10_000_000 - 2 * png.bytes.length);
    for (const more of [() => announce(1), use])
      await expect(more()).rejects.toMatchObject({ code: "attachments_refused" });
    await announce(1, mara);
    talk.server.clock.advance(24 * hourMs + 1);
    await announce(1);
  });

  it("stay within the daily limit when many are announced at once", async () => {
    const greedy = await talk.server.createMember(talk.owner.organizationId, "support");
    const announce = () =>
      as(greedy).call(initTeamAttachment, {
        params: { productId: agent.id },
        body: { data: { name: "a.png", contentType: "image/png", sizeBytes: 10_000_000 } },
      });
    for (let count = 0; count < 98; count += 1) await announce();
    const atOnce = await Promise.allSettled(Array.from({ length: 12 }, announce));
    expect(atOnce.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  it("wait with a scheduled reply and belong to its message once it is sent", async () => {
    const id = await upload(pdf);
    const { id: replyId, attachments } = await schedule([id], "");
    expect(attachments).toMatchObject([saved(pdf, id)]);
    const on = { params: { ...at.params, scheduledReplyId: replyId } };
    await as(mara).call(updateScheduledReply, { ...on, body: { data: { content: "With a word." } } });
    talk.server.clock.advance(30 * hourMs);
    await sweep();
    expect(isThere(id)).toBe(true);
    talk.server.clock.advance(20 * hourMs);
    await expect
      .poll(async () => (await shown()).at(-1))
      .toMatchObject({ content: "With a word.", attachments: [saved(pdf, id)] });
    await sweep();
    expect(isThere(id)).toBe(true);
  });

  it("are added to and removed from a scheduled reply only by its author", async () => {
    const [wrong, right, more] = [await upload(pdf), await upload(csv), await upload(png)];
    const { id: scheduledReplyId } = await schedule([wrong, right]);
    const change = (attachments: string[], by = mara, content?: string) => {
      const data = { attachments, ...(content !== undefined && { content }) };
      const params = { ...at.params, scheduledReplyId };
      return as(by).call(updateScheduledReply, { params, body: { data } });
    };
    await expect(change([right], talk.owner)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    await expect(change([], mara, "")).rejects.toMatchObject({ status: 400 });
    await expect(change([right, "nothing"])).rejects.toMatchObject({ code: "attachments_refused" });
    expect(isThere(wrong)).toBe(true);
    const expected = [saved(csv, right), saved(png, more)];
    expect((await change([right, more])).data.attachments).toMatchObject(expected);
    await expect.poll(() => isThere(wrong)).toBe(false);
    expect((await as(mara).call(listScheduledReplies, at)).data).toMatchObject([{ attachments: expected }]);
    expect((await change([], mara, "In words.")).data).toMatchObject({
      content: "In words.",
      attachments: [],
    });
    await expect.poll(() => isThere(right)).toBe(false);
  });

  it("are deleted with a canceled scheduled reply, and after a day when they were never sent", async () => {
    const [kept, unsent] = [await upload(pdf), await upload(png)];
    const { id: scheduledReplyId } = await schedule([kept]);
    await as(mara).call(removeScheduledReply, { params: { ...at.params, scheduledReplyId } });
    await expect.poll(() => isThere(kept)).toBe(false);
    expect((await as(mara).call(listScheduledReplies, at)).data).toEqual([]);
    talk.server.clock.advance(24 * hourMs + 1);
    await sweep();
    await expect.poll(() => isThere(unsent)).toBe(false);
  });

  it("start a conversation and name it", async () => {
    const id = await upload(pdf);
    const surfaceType = "widget";
    const params = { productId: agent.id, surfaceType };
    const body = { data: { contactId: visitor.contactId, ...written([id], "") } };
    const begun = await as(mara).call(initiateChat, { params, body });
    expect(begun.data).toMatchObject({ thread: { title: "bill.pdf" }, message: { attachments: [{ id }] } });
    expect((await as(mara).call(initiateChat, { params, body })).data.message.id).toBe(begun.data.message.id);
  });

  it("are erased with the conversation's visitor, including scheduled ones", async () => {
    const [sent, noted, kept] = [await upload(png), await upload(pdf), await upload(csv)];
    await reply([sent]);
    await note([noted]);
    await schedule([kept]);
    const { contactId } = visitor;
    const asked = { params: { productId: agent.id, contactId }, query: { confirmed: "true" as const } };
    await as(talk.owner).call(eraseContact, asked);
    await expect.poll(() => [sent, noted, kept].map(isThere)).toEqual([false, false, false]);
    const { db } = talk.server.store;
    const left = () =>
      db.selectFrom("attachments").select("id").where("id", "in", [sent, noted, kept]).execute();
    await expect.poll(left).toEqual([]);
  });
});
