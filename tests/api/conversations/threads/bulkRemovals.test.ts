import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  cancelThreadChange,
  getThreadChange,
  removeThreads,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { listThreads, updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { findWords } from "../../../kit/safety/findWords.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("a bulk deletion of conversations on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });
  beforeEach(async () => {
    agent = await talk.server.createAgent(talk.owner);
  });

  it("leaves nothing behind when it stops in the middle and is canceled", async () => {
    const [first = "", second = ""] = await converse(["zubrowka4711", "wisent58"]);
    await whenGoing(second, { sqlite: "select raise(abort, 'Held.')", postgres: "raise exception 'Held.'" });
    const place = await begin({ threadIds: [first, second] });
    const hasFailed = async () => {
      const jobs = talk.server.store.db.selectFrom("jobs").select("error").where("error", "like", "%Held.%");
      return (await jobs.executeTakeFirst()) !== undefined;
    };
    await vi.waitUntil(hasFailed);
    await owner().call(cancelThreadChange, place);
    expect(await end(place)).toMatchObject({ state: "cancelled", changed: 1 });
    await expect.poll(() => findWords(talk.server, ["zubrowka4711"])).toEqual([]);
    expect(await threadIds()).toEqual([second]);
  });

  it("skips conversations that no longer match when their turn comes", async () => {
    const [first = "", second = ""] = await converse(["Hello", "Hello"]);
    for (const threadId of [first, second]) {
      const params = { productId: agent.id, threadId };
      await owner().call(updateThread, { params, body: { data: { priority: "urgent" } } });
    }
    const calm = `update threads set priority = 0 where id = '${second}'`;
    await whenGoing(first, { sqlite: calm, postgres: calm });
    const place = await begin({ filter: { priority: "urgent" } });
    expect(await end(place)).toMatchObject({
      ...{ state: "done", total: 2, changed: 1, unchanged: 1, failures: [] },
    });
    expect(await threadIds()).toEqual([second]);
  });

  const owner = () => talk.server.as(talk.owner);

  /** A conversation for each word, in the order in which they are deleted. */
  async function converse(words: string[]): Promise<string[]> {
    const threadIds: string[] = [];
    for (const content of words) {
      const visitor = await talk.openVisitor(agent);
      threadIds.push((await listen(say(talk.server, visitor, { content }))).threadId);
      talk.server.clock.advance(1000);
    }
    return threadIds;
  }

  /** Has the database do something at the very moment at which a conversation is deleted. */
  async function whenGoing(threadId: string, statement: Record<"sqlite" | "postgres", string>) {
    const { db, dialect } = talk.server.store;
    const [name, body] = [`going_${threadId}`, statement[dialect]];
    const run = (text: string) => sql.raw(text).execute(db);
    const when = `before delete on threads for each row when (old.id = '${threadId}')`;
    if (dialect === "sqlite") return run(`create trigger ${name} ${when} begin ${body}; end`);
    const code = `$$ begin ${body}; return old; end $$`;
    await run(`create function ${name}() returns trigger language plpgsql as ${code}`);
    return run(`create trigger ${name} ${when} execute function ${name}()`);
  }

  async function begin(of: { threadIds: string[] } | { filter: object }) {
    const params = { productId: agent.id };
    const asked = { params, query: { confirmed: "true" }, body: { data: { of } } } as const;
    const { data } = await owner().call(removeThreads, asked);
    return { params: { ...params, threadChangeId: data.id } };
  }

  async function end(place: Awaited<ReturnType<typeof begin>>) {
    const read = async () => (await owner().call(getThreadChange, place)).data;
    const isOver = async () => {
      const run = await read();
      return run.endedAt !== null && run;
    };
    return vi.waitUntil(isOver);
  }

  async function threadIds(): Promise<string[]> {
    const { items } = await owner().call(listThreads, { params: { productId: agent.id } });
    return items.map(({ id }) => id);
  }
});
