import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import {
  createNote,
  removeNote,
  updateNote,
} from "../../../../shared/contract/conversations/messages/notes.ts";
import type { Mentioned } from "../../../../shared/contract/conversations/messages/notes.ts";
import { getUnread } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import {
  getThread,
  getThreadFilters,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Member } from "../../../kit/factories.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

type Place = { params: { productId: string; threadId: string } };

describe.each(stores())("a member mentioned in a note on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let ana: Member;
  let bo: Member;
  let supportId: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    ana = await talk.server.createMember(talk.owner.organizationId, "support");
    bo = await talk.server.createMember(talk.owner.organizationId, "support");
    const { teams } = (await owner().call(getThreadFilters, at())).data;
    supportId = teams.find(({ name }) => name === "Support")?.id ?? "";
  });

  const owner = () => talk.server.as(talk.owner);
  const at = () => ({ params: { productId: agent.id } });

  async function converse(of = agent): Promise<Place> {
    const visitor = await talk.openVisitor(of);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    return { params: { productId: of.id, threadId } };
  }

  async function name(thread: Place, mentioned: Partial<Mentioned>, by = talk.owner) {
    const mentions = { userIds: [], teamIds: [], ...mentioned };
    const body = { data: { clientId: newClientId(), content: "Look here.", mentions } };
    return (await talk.server.as(by).call(createNote, { ...thread, body })).data;
  }

  async function mentionsOf(member: Member) {
    const query = { queue: "mentions" as const };
    const { items } = await talk.server.as(member).call(listThreads, { ...at(), query });
    const { queues } = (await talk.server.as(member).call(getThreadFilters, at())).data;
    expect(queues.mentions).toBe(items.length);
    return items.map(({ id }) => id);
  }

  const isOf = (event: LiveEvent, id: string | undefined) =>
    event.type === "message" && event.message.id === id;

  it("finds the conversation in their queue of mentions until they read it, and nobody else does", async () => {
    const thread = await converse();
    const note = await name(thread, { userIds: [ana.user._id] });
    expect(note.about?.mentions).toEqual([{ kind: "person", id: ana.user._id, name: expect.any(String) }]);
    await name(thread, { userIds: [ana.user._id] });
    expect(await mentionsOf(ana)).toEqual([thread.params.threadId]);
    expect([await mentionsOf(bo), await mentionsOf(talk.owner)]).toEqual([[], []]);
    const isRead = { ...thread, body: { data: { read: true } } };
    // What a colleague has read is not read by them.
    await talk.server.as(bo).call(updateThread, isRead);
    expect(await mentionsOf(ana)).toEqual([thread.params.threadId]);
    const read = await talk.server.as(ana).call(updateThread, isRead);
    expect(read.data.mentionedIds).toEqual([]);
    expect(await mentionsOf(ana)).toEqual([]);
  });

  it("has it in their unread count, once together with the visitor's messages", async () => {
    const of = await talk.server.createAgent(talk.owner);
    const [one, other] = [await converse(of), await converse(of)];
    const params = { productId: of.id };
    const unread = async (member: Member) => {
      const client = talk.server.as(member);
      const { data } = await client.call(getUnread, { params });
      expect((await client.call(getThreadFilters, { params })).data.unread).toBe(data.unread);
      return data.unread;
    };
    await listen(say(talk.server, await talk.openVisitor(of, { preview: true }), { content: "A try" }));
    expect([await unread(ana), await unread(bo)]).toEqual([2, 2]);
    const isRead = { body: { data: { read: true } } };
    await owner().call(updateThread, { ...one, ...isRead });
    expect([await unread(ana), await unread(bo)]).toEqual([1, 1]);
    for (const thread of [one, other]) await name(thread, { userIds: [ana.user._id] });
    expect([await unread(ana), await unread(bo)]).toEqual([2, 1]);
    for (const thread of [one, other]) await talk.server.as(ana).call(updateThread, { ...thread, ...isRead });
    expect([await unread(ana), await unread(bo)]).toEqual([0, 0]);
  });

  it("is everyone in a mentioned team except the author", async () => {
    const thread = await converse();
    await name(thread, { teamIds: [supportId] }, bo);
    expect(await mentionsOf(ana)).toEqual([thread.params.threadId]);
    expect(await mentionsOf(bo)).toEqual([]);
    const { data } = await owner().call(getThread, thread);
    expect(data.mentionedIds).toEqual([ana.user._id]);
    await talk.server.as(ana).call(updateThread, { ...thread, body: { data: { read: true } } });
  });

  it("gets a live event, and the visitor gets none", async () => {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const thread = { params: { productId: agent.id, threadId } };
    const place = { server: talk.server, agentId: agent.id };
    const [own, theirs] = [watch(ana, place), watch(visitor, place)];
    await Promise.all([own.ready, theirs.ready]);
    await name(thread, { userIds: [ana.user._id] });
    const isNamed = (event: LiveEvent) =>
      event.type === "thread" && "mentionedIds" in event.thread && event.thread.mentionedIds.length > 0;
    await own.until((events) => events.some(isNamed));
    await talk.server.as(ana).call(updateThread, { ...thread, body: { data: { read: true } } });
    await listen(say(talk.server, visitor, { content: "Anybody?", threadId }));
    const heard = await theirs.until((events) =>
      events.some((event) => event.type === "message" && event.message.content === "Anybody?"),
    );
    expect(JSON.stringify(heard)).not.toMatch(/mention|Look here/);
    [own, theirs].forEach(({ stop }) => stop());
  });

  it("gets each note's mentions live, with the members of a team, even while an earlier one is unread", async () => {
    const thread = await converse();
    await name(thread, { userIds: [ana.user._id] });
    const watching = watch(ana, { server: talk.server, agentId: agent.id });
    await watching.ready;
    const notes = [
      await name(thread, { userIds: [bo.user._id] }),
      await name(thread, { teamIds: [supportId] }, bo),
    ];
    const events = await watching.until((heard) => heard.some((event) => isOf(event, notes.at(-1)?.id)));
    watching.stop();
    expect(notes.map(({ id }) => events.find((event) => isOf(event, id)))).toMatchObject([
      { namedIds: [bo.user._id] },
      { namedIds: [ana.user._id] },
    ]);
    for (const member of [ana, bo])
      await talk.server.as(member).call(updateThread, { ...thread, body: { data: { read: true } } });
  });

  it("follows the note's edits: a removed mention ends, a read one stays read, and a deleted note has none", async () => {
    const thread = await converse();
    const note = await name(thread, { userIds: [ana.user._id] });
    await talk.server.as(ana).call(updateThread, { ...thread, body: { data: { read: true } } });
    const place = { params: { ...thread.params, noteId: note.id } };
    const change = (userIds: string[]) =>
      owner().call(updateNote, {
        ...place,
        body: { data: { content: `For ${userIds.length}`, mentions: { userIds, teamIds: [] } } },
      });
    await change([ana.user._id, bo.user._id]);
    expect([await mentionsOf(ana), await mentionsOf(bo)]).toEqual([[], [thread.params.threadId]]);
    await change([]);
    expect(await mentionsOf(bo)).toEqual([]);
    await change([bo.user._id]);
    expect(await mentionsOf(bo)).toEqual([thread.params.threadId]);
    const gone = await owner().call(removeNote, place);
    expect(gone.data.about).toBeUndefined();
    expect(await mentionsOf(bo)).toEqual([]);
  });

  it("must be a member of the organization who can read the conversation", async () => {
    const thread = await converse();
    const stranger = await talk.server.createOwner("Elsewhere");
    const refused = { code: "invalid_input" };
    await expect(name(thread, { userIds: [stranger.user._id] })).rejects.toMatchObject(refused);
    await expect(name(thread, { teamIds: ["nothing"] })).rejects.toMatchObject(refused);
  });

  it("is forgotten with the agent", async () => {
    const doomed = await talk.server.createAgent(talk.owner);
    await name(await converse(doomed), { userIds: [ana.user._id] });
    await deleteForGood(owner(), doomed.id);
    const rows = await talk.server.store.db
      .selectFrom("mentions")
      .select("messageId")
      .where("agentId", "=", doomed.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
