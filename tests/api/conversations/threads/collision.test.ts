import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { tellLooking } from "../../../../shared/contract/conversations/threads/looking.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { listUserGroups } from "../../../../shared/contract/accounts/teams.ts";
import {
  getThread,
  sendReply,
  tellTyping,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";

describe.each(stores())("two team members in one conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let mara: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    mara = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  async function converse() {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const thread = { params: { productId: agent.id, threadId } };
    const body = { data: { handledBy: "human" as const } };
    await talk.server.as(talk.owner).call(updateThread, { ...thread, body });
    return { visitor, thread, threadId };
  }

  type Place = Awaited<ReturnType<typeof converse>>["thread"];
  const reply = (by: Member, thread: Place, data: { content: string; clientId?: string; seenTo?: number }) =>
    talk.server.as(by).call(sendReply, { ...thread, body: { data: { clientId: newClientId(), ...data } } });

  it("see each other looking and typing, and their visitor sees nothing of it", async () => {
    const { visitor, thread, threadId } = await converse();
    const at = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(mara, at), watch(visitor, at)];
    await Promise.all([team.ready, own.ready]);
    const client = talk.server.as(talk.owner);
    for (const doing of ["came", "gone"] as const)
      await client.call(tellLooking, { ...thread, body: { data: { doing } } });
    await client.call(tellTyping, thread);
    const heard = await team.until((events) => events.filter(isLooking).length === 3);
    const person = { id: talk.owner.user._id, name: "Test Person" };
    expect(heard.filter(isLooking)).toEqual(
      ["came", "gone", "writing"].map((doing) => ({ type: "looking", threadId, person, doing })),
    );
    await reply(mara, thread, { content: "There." });
    const seen = await own.until((events) => events.some((event) => isMessage(event, "There.")));
    expect(seen.filter(isLooking)).toEqual([]);
    expect(JSON.stringify(seen)).not.toContain(person.id);
    [team, own].forEach(({ stop }) => stop());
  });

  it("accept no such report from outsiders, or for another agent's conversation", async () => {
    const { thread } = await converse();
    const outsider = await talk.server.createOwner();
    const other = await talk.createAgent();
    const body = { data: { doing: "came" as const } };
    const missing = { status: 404, code: "not_found" };
    const asOutsider = talk.server.as(outsider).call(tellLooking, { ...thread, body });
    await expect(asOutsider).rejects.toMatchObject(missing);
    const params = { ...thread.params, productId: other.id };
    await expect(talk.server.as(mara).call(tellLooking, { params, body })).rejects.toMatchObject(missing);
  });

  it("are asked to confirm when the other one has replied after what they have seen", async () => {
    const { thread } = await converse();
    // A message, its answer, and that somebody came.
    const [first, second] = [newClientId(), newClientId()];
    await reply(talk.owner, thread, { clientId: first, content: "One", seenTo: 3 });
    const asked = reply(mara, thread, { clientId: second, content: "Two", seenTo: 3 });
    await expect(asked).rejects.toMatchObject({
      ...{ status: 409, code: "conflict" },
      body: { message: "Test Person replied while you wrote." },
    });
    expect((await reply(mara, thread, { clientId: second, content: "Two", seenTo: 4 })).data.position).toBe(
      4,
    );
    // A repeat is the same reply, whatever came behind it.
    expect(
      (await reply(talk.owner, thread, { clientId: first, content: "One", seenTo: 3 })).data.position,
    ).toBe(3);
    expect((await reply(talk.owner, thread, { content: "Three" })).data.position).toBe(5);
  });

  it("are not asked because of their own messages, the visitor's, or a note", async () => {
    const { visitor, thread, threadId } = await converse();
    await reply(mara, thread, { content: "One", seenTo: 3 });
    await listen(say(talk.server, visitor, { content: "Thanks", threadId }));
    const note = { data: { clientId: newClientId(), content: "Calm now" } };
    await talk.server.as(talk.owner).call(createNote, { ...thread, body: note });
    expect((await reply(mara, thread, { content: "Two", seenTo: 3 })).data.content).toBe("Two");
  });

  it("reply at once, and only one of them isn't asked", async () => {
    const { thread } = await converse();
    const both = await Promise.allSettled(
      [talk.owner, mara].map((by) => reply(by, thread, { content: "Mine", seenTo: 3 })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  describe("who assign it", () => {
    const mine = () => talk.owner.user._id;
    const set = (by: Member, { params }: Place, data: ThreadChange) =>
      talk.server.as(by).call(updateThread, { params, body: { data } });
    const holderOf = async ({ params }: Place) =>
      (await talk.server.as(mara).call(getThread, { params })).data.assignee?.id ?? null;

    it("are told when the other one was quicker, and can assign it anyway (fault 42)", async () => {
      const { thread } = await converse();
      const other = await talk.server.createMember(talk.owner.organizationId, "support");
      const was = { assigneeId: mine() };
      const both = await Promise.allSettled([
        set(talk.owner, thread, { assigneeId: mara.user._id, was }),
        set(mara, thread, { assigneeId: other.user._id, was }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const refused = both.find((one) => one.status === "rejected");
      expect(refused?.reason).toMatchObject({ status: 409, code: "conflict" });
      const winner = both[0].status === "fulfilled" ? mara : other;
      expect(await holderOf(thread)).toBe(winner.user._id);
      await set(mara, thread, { assigneeId: other.user._id });
      expect(await holderOf(thread)).toBe(other.user._id);
    });

    it.each<{ since: (() => ThreadChange)[]; told: string }>([
      {
        since: [() => ({ assigneeId: mara.user._id })],
        told: "Test Person has this conversation now.",
      },
      {
        since: [() => ({ assigneeId: null })],
        told: "This conversation is back in the queue.",
      },
      { since: [() => ({ handledBy: "ai" })], told: "The agent has this conversation again." },
    ])("are told who has it now: $told", async ({ since, told }) => {
      const { thread } = await converse();
      const third = await talk.server.createMember(talk.owner.organizationId, "support");
      for (const change of since) await set(mara, thread, change());
      const was = { assigneeId: mine() };
      const giving = set(third, thread, { assigneeId: third.user._id, priority: "high", was });
      await expect(giving).rejects.toMatchObject({ status: 409, body: { message: told } });
      const { data } = await talk.server.as(mara).call(getThread, thread);
      expect(data.priority).toBe("none");
    });

    it("are told of a team, and of themselves", async () => {
      const { thread } = await converse();
      const teams = (await talk.server.as(talk.owner).call(listUserGroups)).items;
      const [first, second] = teams;
      if (!first || !second) throw new Error("There are no two teams.");
      await set(mara, thread, { teamId: first._id, assigneeId: mara.user._id });
      const team = set(talk.owner, thread, { teamId: second._id, was: { teamId: null } });
      await expect(team).rejects.toMatchObject({
        body: { message: `${first.usergroup_name} has this conversation now.` },
      });
      const own = set(mara, thread, { assigneeId: mine(), was: { assigneeId: null } });
      await expect(own).rejects.toMatchObject({ body: { message: "You have this conversation now." } });
    });

    it("are not told when it is already as they want, or nothing about the assignment changed", async () => {
      const { thread } = await converse();
      const was = { assigneeId: mine() };
      const give: ThreadChange = { assigneeId: mara.user._id, was };
      await set(talk.owner, thread, give);
      // A repeat, whose answer got lost.
      await set(talk.owner, thread, give);
      await set(mara, thread, { handledBy: "human", was });
      expect(await holderOf(thread)).toBe(mara.user._id);
      await set(talk.owner, thread, { priority: "high" });
      await set(talk.owner, thread, { handledBy: "ai", was: { assigneeId: mara.user._id } });
      await set(talk.owner, thread, { handledBy: "ai", was: { assigneeId: mara.user._id } });
      expect(await holderOf(thread)).toBe(null);
    });
  });
});

function isLooking(event: LiveEvent): boolean {
  return event.type === "looking";
}
