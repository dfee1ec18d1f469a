import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listVisitorMessages } from "../../../../shared/contract/conversations/conversations.ts";
import type { Message, MessagePage } from "../../../../shared/contract/conversations/conversations.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import {
  createScheduledReply,
  listScheduledReplies,
  sendScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import {
  getThread,
  listMessages,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { maxAgentNoteCharacters, maxMessageCharacters } from "../../../../shared/domain/limits.ts";
import type { Actor } from "../../../kit/client.ts";
import { asKept, naughtyStrings } from "../../../kit/safety/naughtyStrings.ts";
import { sampled } from "../../../kit/sampled.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

describe.each(bothStores())("E14: naughty text in messages, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
  });

  const owner = () => talk.server.as(talk.owner);

  /** A conversation that a person has, so that no answer stands between what is written. */
  async function converse() {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const at = { params: { productId: agent.id, threadId } };
    const give = (handledBy: "ai" | "human", note?: string) => {
      const data = { handledBy, ...(note !== undefined && { note }) };
      return owner().call(updateThread, { ...at, body: { data } });
    };
    await give("human");
    return { visitor, threadId, at, give };
  }

  type Place = Awaited<ReturnType<typeof converse>>;

  interface Way {
    most: number;
    /** Whether the visitor is told of it. */
    isSeen: boolean;
    /** Gives it as the answer has it. */
    write(place: Place, content: string, clientId: string): Promise<string | undefined>;
  }

  const most = maxMessageCharacters;
  const ways: Record<string, Way> = {
    "a visitor's message": {
      ...{ most, isSeen: true },
      async write({ visitor, threadId }, content, clientId) {
        talk.server.clock.advance(4000);
        return (await listen(say(talk.server, visitor, { content, threadId, clientId }))).message?.content;
      },
    },
    "a reply": {
      ...{ most, isSeen: true },
      write: async ({ at }, content, clientId) =>
        (await owner().call(sendReply, { ...at, body: { data: { clientId, content } } })).data.content,
    },
    "a private note": {
      ...{ most, isSeen: false },
      write: async ({ at }, content, clientId) =>
        (await owner().call(createNote, { ...at, body: { data: { clientId, content } } })).data.content,
    },
    "a scheduled reply": {
      ...{ most, isSeen: true },
      async write(place, content, clientId) {
        const { data } = await schedule(place, content, clientId);
        expect((await owner().call(listScheduledReplies, place.at)).data).toEqual([data]);
        const params = { ...place.at.params, scheduledReplyId: data.id };
        const sent = await owner().call(sendScheduledReply, { params });
        expect(sent.data.content).toBe(data.content);
        return data.content;
      },
    },
    "a handback note": {
      ...{ most: maxAgentNoteCharacters, isSeen: false },
      async write({ at, give }, note) {
        await give("ai", note);
        await give("human");
        const { items } = await owner().call(listMessages, { ...at, query: { limit: 4 } });
        return items.findLast(({ kind }) => kind === "text")?.content;
      },
    },
  };

  function schedule({ at }: Place, content: string, clientId: string) {
    const sendAt = talk.server.clock.now() + 24 * 60 * 60_000;
    return owner().call(createScheduledReply, { ...at, body: { data: { clientId, content, sendAt } } });
  }

  it.each(Object.entries(ways))("%s comes back unchanged everywhere", async (name, way) => {
    const place = await converse();
    const [team, own] = [listenAs(talk.owner), listenAs(place.visitor)];
    await Promise.all([team.ready, own.ready]);
    const kept: string[] = [];
    const tried = sampled(naughtyStrings, { name: `naughty strings as ${name}`, count: 20 });
    for (const text of tried) {
      talk.server.clock.advance(1000);
      const expected = asKept(text).trim();
      const written = way.write(place, text, newClientId());
      if (expected === "" || expected.length > way.most) {
        await expect(written, JSON.stringify(text)).rejects.toMatchObject({
          status: 400,
          code: "invalid_input",
        });
        continue;
      }
      expect(await written, JSON.stringify(text)).toBe(expected);
      kept.push(expected);
      // Who is far behind is told to read afresh, and not of each.
      await team.read(kept.length);
    }
    expect(kept.length).toBeGreaterThan(tried.length / 2);
    expect(await readAll((query) => owner().call(listMessages, { ...place.at, query }))).toEqual(kept);
    const { visitor } = place;
    const seen = readAll((query) =>
      talk.server.as(visitor).call(listVisitorMessages, { ...place.at, query }),
    );
    expect(await seen).toEqual(way.isSeen ? kept : []);
    expect(await team.read(kept.length)).toEqual(kept);
    if (way.isSeen) expect(await own.read(kept.length)).toEqual(kept);
    expect(await readFile(place)).toEqual(kept);
  });

  it("a message is found by the words beside the naughty text, and shown without half a character", async () => {
    const place = await converse();
    const reply = ways["a reply"];
    const around = (index: number) => [`before${index}q`, `behind${index}q`] as const;
    const short = naughtyStrings.filter((text) => text.length < most - 100);
    const fitting = sampled(short, { name: "naughty strings that are searched for", count: 15 });
    for (const [index, text] of fitting.entries()) {
      talk.server.clock.advance(1000);
      const [before, behind] = around(index);
      await reply?.write(place, `${before} ${text} ${behind}`, newClientId());
      const { data } = await owner().call(getThread, place.at);
      expect(hasHalf(data.lastMessage?.text, text), JSON.stringify(text)).toBe(false);
    }
    for (const [index, text] of fitting.entries()) {
      const query = { search: around(index).join(" ") };
      const { items } = await owner().call(searchThreads, { params: { productId: agent.id }, query });
      expect(items, JSON.stringify(text)).toMatchObject([{ thread: { id: place.threadId } }]);
      expect(hasHalf(items[0]?.match.text, text), JSON.stringify(text)).toBe(false);
    }
  });

  it.each(["a visitor's message", "a reply", "a private note"])(
    "%s stays the same when it is repeated, even if one of its characters can't be stored",
    async (name) => {
      const place = await converse();
      for (const text of naughtyStrings.filter((one) => asKept(one) !== one)) {
        const clientId = newClientId();
        const first = await ways[name]?.write(place, text, clientId);
        expect(await ways[name]?.write(place, text, clientId), JSON.stringify(text)).toBe(first);
      }
    },
  );

  it("a scheduled reply stays the same when it is repeated, even if one of its characters can't be stored", async () => {
    const place = await converse();
    for (const text of naughtyStrings.filter((one) => asKept(one) !== one)) {
      const clientId = newClientId();
      const { data } = await schedule(place, text, clientId);
      expect((await schedule(place, text, clientId)).data, JSON.stringify(text)).toEqual(data);
    }
  });

  /** Hears the agent's live events from now on; `read` gives the next texts that people wrote. */
  function listenAs(actor: Actor) {
    const { ready, until, stop } = watch(actor, { server: talk.server, agentId: agent.id });
    onTestFinished(stop);
    return {
      ready,
      read: async (count: number) => {
        const textsIn = (events: Awaited<ReturnType<typeof until>>) =>
          events.flatMap((event) => (event.type === "message" ? textsOf([event.message]) : []));
        return textsIn(await until((events) => textsIn(events).length >= count));
      },
    };
  }

  async function readAll(read: (query: { after: number; limit: number }) => Promise<MessagePage>) {
    const all: Message[] = [];
    for (;;) {
      // Behind the first one, with which the conversation was begun.
      const { items, hasMore } = await read({ after: all.at(-1)?.position ?? 0, limit: 100 });
      all.push(...items);
      if (!hasMore) return textsOf(all);
    }
  }

  async function readFile({ threadId }: Place): Promise<string[]> {
    const asked = { format: "json" as const, filter: {}, messages: true, privateMessages: true };
    const params = { productId: agent.id };
    const { data } = await owner().call(exportThreads, { params, body: { data: asked } });
    const saved = JSON.parse(await (await talk.server.request(data.url)).text()) as Saved[]; // the file of the contract
    const messages = saved.find(({ id }) => id === threadId)?.messages ?? [];
    return messages
      .filter(({ kind, from }) => kind === "text" && from !== "agent")
      .map(({ text }) => text)
      .slice(1);
  }
});

interface Saved {
  id: string;
  messages: { from: string; kind: string; text: string }[];
}

/** What people wrote, in this order. */
function textsOf(messages: Message[]): string[] {
  const written = messages.filter(({ kind, role }) => kind === "text" && role !== "assistant");
  return written.map(({ content }) => content);
}

/** Whether a part of a text has a character that was cut in two, or what stands for one. */
function hasHalf(part = "", whole: string): boolean {
  return !part.isWellFormed() || (part.includes("\ufffd") && !asKept(whole).includes("\ufffd"));
}
