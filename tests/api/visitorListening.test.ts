import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../shared/contract/agents.ts";
import { watchEvents } from "../../shared/contract/conversations.ts";
import { stores } from "../kit/stores.ts";
import { listen, say, startTalkingServer } from "../kit/talks.ts";
import type { TalkingServer, TestVisitor } from "../kit/talks.ts";

describe.each(stores())("visitors who listen on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
  });

  it("hear on while their sessions stand, and are cut off where they don't, however many there are (B14)", async () => {
    // More than are looked up together.
    const visitors = await talk.openVisitors(agent, 60);
    const streams = await Promise.all(visitors.map(watch));
    const isEnded = (_: unknown, index: number) => index % 3 === 0;
    const ended = visitors.filter(isEnded).map(({ session }) => session?.id ?? "");
    await talk.server.store.db.deleteFrom("visitorSessions").where("id", "in", ended).execute();
    const ends = await Promise.all(streams.filter(isEnded).map((stream) => stream.next()));
    expect(ends.every(({ done }) => done)).toBe(true);
    const staying = visitors.flatMap((visitor, index) =>
      isEnded(visitor, index) ? [] : [{ visitor, stream: streams[index] }],
    );
    for (const { visitor, stream } of staying) {
      await listen(say(talk.server, visitor, { content: "Still here." }));
      expect((await stream?.next())?.done).toBe(false);
      await stream?.return(undefined);
    }
  }, 60_000);

  it("keep their sessions as long as they listen", async () => {
    const [visitor] = await talk.openVisitors(agent, 1);
    if (!visitor) throw new Error("One was asked for.");
    const stream = await watch(visitor);
    talk.server.clock.advance(6 * 60_000);
    const at = talk.server.clock.now();
    const readLastSeen = async () => {
      const sessions = talk.server.store.db.selectFrom("visitorSessions").select("lastSeenAt");
      return (await sessions.where("id", "=", visitor.session?.id ?? "").executeTakeFirst())?.lastSeenAt;
    };
    await expect.poll(readLastSeen, { timeout: 20_000 }).toBeGreaterThanOrEqual(at);
    await stream.return(undefined);
  }, 60_000);

  async function watch(visitor: TestVisitor) {
    const stream = talk.server.as(visitor).stream(watchEvents, { params: { productId: agent.id } });
    expect((await stream.next()).value).toMatchObject({ type: "ready" });
    return stream;
  }
});
