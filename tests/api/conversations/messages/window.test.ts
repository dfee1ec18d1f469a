import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { listMessages, sendReply } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { QueryOf } from "../../../../shared/contract/call.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("a window of messages on $name", (store) => {
  let talk: TalkingServer;
  let params: { productId: string; threadId: string };
  let agent: Agent;
  let ids: string[];
  const client = () => talk.server.as(talk.owner);
  const read = (query: Partial<QueryOf<typeof listMessages>>) =>
    client().call(listMessages, { params, query: { limit: 4, ...query } });
  const positions = async (query: Partial<QueryOf<typeof listMessages>>) => {
    const { items, hasMore, hasNewer } = await read(query);
    return [items.map(({ position }) => position), hasMore, hasNewer];
  };

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    const { threadId } = await listen(
      say(talk.server, await talk.openVisitor(agent), { content: "Is there tea?" }),
    );
    params = { productId: agent.id, threadId };
    for (let number = 0; number < 10; number += 1) {
      const body = { data: { clientId: newClientId(), content: `Reply ${number}` } };
      await client().call(sendReply, { params, body });
    }
    const { items } = await read({ limit: 100 });
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index));
    ids = items.map(({ id }) => id);
  });

  it("is the newest one, or the one before, after or around a message", async () => {
    const last = ids.length - 1;
    expect(await positions({})).toEqual([[last - 3, last - 2, last - 1, last], true, false]);
    expect(await positions({ before: 5 })).toEqual([[1, 2, 3, 4], true, true]);
    expect(await positions({ after: 5 })).toEqual([[6, 7, 8, 9], true, true]);
    expect(await positions({ after: last - 2 })).toEqual([[last - 1, last], false, false]);
    expect(await positions({ around: ids[5] ?? "" })).toEqual([[4, 5, 6, 7], true, true]);
    expect(await positions({ around: ids[0] ?? "" })).toEqual([[0, 1, 2], false, true]);
    expect(await positions({ around: ids[last] ?? "" })).toEqual([[last - 1, last], true, false]);
  });

  it("can be around a note too", async () => {
    const begun = await listen(say(talk.server, await talk.openVisitor(agent), { content: "And milk?" }));
    const at = { params: { productId: agent.id, threadId: begun.threadId } };
    const body = { data: { clientId: newClientId(), content: "They are thirsty." } };
    const note = (await client().call(createNote, { ...at, body })).data;
    const { items } = await client().call(listMessages, { ...at, query: { around: note.id } });
    expect(items.at(-1)).toEqual(note);
  });

  it("is refused around another conversation's message, or with two positions", async () => {
    const other = await listen(say(talk.server, await talk.openVisitor(agent), { content: "And milk?" }));
    await expect(read({ around: other.message?.id ?? "" })).rejects.toMatchObject({ status: 404 });
    await expect(read({ around: ids[3] ?? "", before: 3 })).rejects.toMatchObject({ status: 400 });
  });
});
