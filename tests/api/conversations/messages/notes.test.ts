import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import {
  editMessage,
  listVisitorMessages,
  listVisitorThreads,
  retryAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import { getReproduction } from "../../../../shared/contract/evaluation/evaluation.ts";
import {
  createNote,
  removeNote,
  updateNote,
} from "../../../../shared/contract/conversations/messages/notes.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import {
  getThread,
  listMessages,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { ask } from "../../../kit/safety/matrix/ask.ts";
import { nameOf, rows } from "../../../kit/safety/matrix/rows.ts";
import type { Given } from "../../../kit/safety/matrix/rows.ts";
import { idsOfNothing } from "../../../kit/safety/matrix/world.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";

const secret = "quokka-4711";

describe.each(stores())("a private note on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);

  async function converse(of = agent) {
    const visitor = await talk.openVisitor(of);
    const heard = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const params = { productId: of.id, threadId: heard.threadId };
    return { visitor, heard, thread: { params } };
  }

  async function write(thread: { params: { productId: string; threadId: string } }, content: string) {
    const body = { data: { clientId: newClientId(), content } };
    return (await owner().call(createNote, { ...thread, body })).data;
  }

  it("appears in the thread for the team, and leaves the thread itself unchanged", async () => {
    const { thread } = await converse();
    const before = await owner().call(getThread, thread);
    talk.server.clock.advance(60_000);
    const note = await write(thread, "They are **upset**.");
    expect(note).toMatchObject({
      ...{ role: "support", kind: "text", audience: "team", content: "They are **upset**." },
      author: { id: talk.owner.user._id, name: "Test Person" },
    });
    const { items } = await talk.server.as(colleague).call(listMessages, thread);
    expect(items.at(-1)).toEqual(note);
    expect(items[0]).not.toHaveProperty("audience");
    expect(await owner().call(getThread, thread)).toEqual(before);
  });

  it("never reaches its visitor, through any of their calls with any id", async () => {
    const { visitor, heard, thread } = await converse();
    const note = await write(thread, `Do not tell them: ${secret}`);
    const { app } = talk.server;
    const calls = app.routes.map(({ call }) => call).filter(({ who }) => who === "visitor");
    expect(calls.length).toBeGreaterThan(15);
    const ordered = calls.toSorted(
      (one, other) => Number(rows[nameOf(one)]?.isEnd ?? 0) - Number(rows[nameOf(other)]?.isEnd ?? 0),
    );
    for (const messageId of [note.id, heard.answer?.id ?? ""]) {
      for (const call of ordered) {
        const row = rows[nameOf(call)] ?? {};
        if (row.isEnd && messageId === note.id) continue;
        const ids = { ...idsOfNothing(), ...thread.params, messageId };
        const given = { ids } as Given; // what visitors' rows are written with
        const { text, status } = await ask(talk.server, { call, row, actor: visitor, given, isWhole: true });
        expect(text, nameOf(call)).not.toContain(secret);
        expect(text, nameOf(call)).not.toContain(note.id);
        if (messageId === note.id && call.path.includes("{messageId}"))
          expect([status, nameOf(call)]).toEqual([404, nameOf(call)]);
      }
    }
  });

  it("leaves no trace in the visitor's data: not even a time or a count", async () => {
    const { visitor, thread } = await converse();
    const { productId } = thread.params;
    const read = async () => [
      await talk.server.as(visitor).call(listVisitorThreads, { params: { productId } }),
      await talk.server.as(visitor).call(listVisitorMessages, thread),
    ];
    const isRead = { ...thread, body: { data: { read: true } } };
    await owner().call(updateThread, isRead);
    const before = await read();
    talk.server.clock.advance(60_000);
    const note = await write(thread, secret);
    await talk.server.as(colleague).call(updateThread, isRead);
    const at = { params: { ...thread.params, noteId: note.id } };
    await owner().call(updateNote, { ...at, body: { data: { content: `${secret} again` } } });
    expect(await read()).toEqual(before);
    await owner().call(removeNote, at);
    expect(await read()).toEqual(before);
  });

  it("is sent live to the team, and the visitor gets nothing before the next message", async () => {
    const { visitor, thread } = await converse();
    const at = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(colleague, at), watch(visitor, at)];
    const from = await own.ready;
    await team.ready;
    const note = await write(thread, secret);
    const params = { ...thread.params, noteId: note.id };
    await owner().call(updateNote, { params, body: { data: { content: `${secret}!` } } });
    await owner().call(removeNote, { params });
    await owner().call(sendReply, {
      ...thread,
      body: { data: { clientId: newClientId(), content: "For all." } },
    });
    const heard = await own.until((events) => events.some((event) => isMessage(event, "For all.")));
    expect(JSON.stringify(heard)).not.toContain(secret);
    expect(heard.filter(({ type }) => type === "thread")).toHaveLength(1);
    own.stop();
    // Nor where the visitor comes back later and catches up.
    const again = watch(visitor, { ...at, after: from });
    const caught = await again.until((events) => events.some((event) => isMessage(event, "For all.")));
    expect(JSON.stringify(caught)).not.toMatch(new RegExp(`${secret}|noteRemoved`));
    const inTeam = await team.until((events) => events.some((event) => isMessage(event, "For all.")));
    // What an event tells of is as it is now.
    expect(inTeam.filter((event) => isMessage(event, "noteRemoved")).length).toBeGreaterThan(0);
    [team, again].forEach(({ stop }) => stop());
  });

  it("is never sent to a model, now or in later questions", async () => {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hi."]));
    const asking = await talk.createAgent();
    const { visitor, thread } = await converse(asking);
    await write(thread, secret);
    provider.script(answerWith("chat", ["Still here."]));
    const { threadId } = thread.params;
    const { end } = await listen(say(talk.server, visitor, { content: "And now?", threadId }));
    expect(end?.content).toBe("Still here.");
    expect(JSON.stringify(provider.requests)).not.toContain(secret);
    const answer = { params: { ...thread.params, messageId: end?.id ?? "" } };
    const reproduced = await owner().call(getReproduction, answer);
    expect(JSON.stringify(reproduced)).not.toContain(secret);
  });

  it("doesn't stop its visitor from editing their message or retrying an answer", async () => {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hi."]));
    const asking = await talk.createAgent();
    const { visitor, heard, thread } = await converse(asking);
    await write(thread, secret);
    provider.script(answerWith("chat", ["Anew."]));
    const edited = await listen(
      talk.server.as(visitor).stream(editMessage, {
        params: { ...thread.params, messageId: heard.message?.id ?? "" },
        body: { data: { content: "Hello again?" } },
      }),
    );
    expect(edited.end?.content).toBe("Anew.");
    await talk.server.store.db
      .updateTable("messages")
      .set({ status: "failed" })
      .where("id", "=", heard.answer?.id ?? "")
      .execute();
    provider.script(answerWith("chat", ["Third."]));
    const params = { ...thread.params, messageId: heard.answer?.id ?? "" };
    const tried = await listen(talk.server.as(visitor).stream(retryAnswer, { params }));
    expect(tried.end?.content).toBe("Third.");
  });

  it("is stored once, no matter how often and how close together it is sent, and never under a reply's id", async () => {
    const { thread } = await converse();
    const body = { data: { clientId: newClientId(), content: "Once." } };
    const sent = await Promise.all([1, 2, 3, 4].map(() => owner().call(createNote, { ...thread, body })));
    expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
    const refused = { status: 409, code: "repeated_with_other_content" };
    await expect(owner().call(sendReply, { ...thread, body })).rejects.toMatchObject(refused);
    const reply = { data: { clientId: newClientId(), content: "Said." } };
    await owner().call(sendReply, { ...thread, body: reply });
    await expect(owner().call(createNote, { ...thread, body: reply })).rejects.toMatchObject(refused);
  });

  it("is changed and deleted only by its author, and is then no longer found", async () => {
    const { thread, heard } = await converse();
    const note = await write(thread, "A wombat lives here.");
    const find = async (search: string) =>
      (await owner().call(searchThreads, { params: { productId: agent.id }, query: { search } })).items.map(
        (found) => found.thread.id,
      );
    expect(await find("wombat")).toEqual([heard.threadId]);
    const at = { params: { ...thread.params, noteId: note.id } };
    const other = talk.server.as(colleague);
    const body = { data: { content: "An echidna lives here." } };
    await expect(other.call(updateNote, { ...at, body })).rejects.toMatchObject({ code: "forbidden" });
    await expect(other.call(removeNote, at)).rejects.toMatchObject({ code: "forbidden" });
    const changed = await owner().call(updateNote, { ...at, body });
    expect(changed.data).toMatchObject({ ...body.data, editedAt: expect.any(Number) });
    expect([await find("wombat"), await find("echidna")]).toEqual([[], [heard.threadId]]);
    const gone = await owner().call(removeNote, at);
    expect(gone.data).toMatchObject({ kind: "event", content: "noteRemoved", audience: "team" });
    expect(await find("echidna")).toEqual([]);
    await expect(owner().call(removeNote, at)).rejects.toMatchObject({ status: 404 });
    // What was said to the visitor is no note, whoever said it.
    const said = await owner().call(sendReply, {
      ...thread,
      body: { data: { clientId: newClientId(), content: "Said." } },
    });
    const reply = { params: { ...thread.params, noteId: said.data.id } };
    await expect(owner().call(removeNote, reply)).rejects.toMatchObject({ status: 404 });
  });

  it("of a former member is deleted only by managers, changed by nobody, and says who deleted it", async () => {
    const { thread } = await converse();
    const leaver = await talk.server.createMember(talk.owner.organizationId, "support");
    const body = { data: { clientId: newClientId(), content: "Has diabetes." } };
    const { data: note } = await talk.server.as(leaver).call(createNote, { ...thread, body });
    const { items: groups } = await owner().call(listUserGroups);
    const groupId = groups.find(({ role }) => role === "support")?._id ?? "";
    await owner().call(removeFromGroup, { params: { groupId, email: leaver.user.email } });
    const at = { params: { ...thread.params, noteId: note.id } };
    const builder = await talk.server.createMember(talk.owner.organizationId, "collaborator");
    for (const other of [builder, colleague])
      await expect(talk.server.as(other).call(removeNote, at)).rejects.toMatchObject({ code: "forbidden" });
    const change = { ...at, body: { data: { content: "Is well." } } };
    await expect(owner().call(updateNote, change)).rejects.toMatchObject({ code: "forbidden" });
    const admin = await talk.server.createMember(talk.owner.organizationId, "admin");
    const { data: gone } = await talk.server.as(admin).call(removeNote, at);
    expect(gone).toMatchObject({ content: "noteRemoved", author: { id: admin.user._id } });
    const { items } = await owner().call(listMessages, thread);
    expect(JSON.stringify(items)).not.toContain("diabetes");
    const { items: audited } = await owner().call(listAuditEntries);
    expect(audited[0]).toMatchObject({ action: "Deleted a note", actor: { userId: admin.user._id } });
  });
});
