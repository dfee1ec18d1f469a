import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { logout } from "../../../shared/contract/accounts/accounts.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import type { Actor } from "../../kit/client.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("listening visitors on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
  });

  it("keep listening while their sessions are valid, and are cut off otherwise, no matter how many (B14)", async () => {
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

  it("get each event once and in order over a hundred broken streams (fault 6)", async () => {
    const [visitor] = await talk.openVisitors(agent, 1);
    if (!visitor) throw new Error("One was asked for.");
    const params = { productId: agent.id };
    const open = (after: number) => talk.server.as(visitor).stream(watchEvents, { params, query: { after } });
    const begun = await watch(visitor);
    const { threadId } = await listen(say(talk.server, visitor, { content: "said.0" }));
    await begun.return(undefined);
    let whole = await readTo(open(0), threadId, "said.0");
    const heard: number[] = [];
    for (let round = 1; round <= 100; round += 1) {
      const content = `said.${round}`;
      if (round % 10 === 0) {
        await listen(say(talk.server, visitor, { content, threadId }));
        whole = await readTo(open(0), threadId, content);
      }
      const stream = open(heard.at(-1) ?? 0);
      await stream.next();
      // One of those that were missed at most, so that the next stream has the rest to bring.
      const event = round % 3 === 0 && heard.length < whole.length && (await stream.next()).value;
      if (event && "number" in event) heard.push(event.number);
      await stream.return(undefined);
    }
    expect(heard.length).toBeGreaterThan(20);
    const rest =
      heard.length < whole.length ? await readTo(open(heard.at(-1) ?? 0), threadId, "said.100") : [];
    expect([...heard, ...rest]).toEqual(whole);
  }, 120_000);

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
    await expect.poll(readLastSeen).toBeGreaterThanOrEqual(at);
    await stream.return(undefined);
  }, 60_000);

  it("are admitted like every call, and members as long as they are signed in (D13, B14)", async () => {
    const { server } = talk;
    const owner = await server.createOwner();
    const [visitor] = await talk.openVisitors(agent, 1);
    const [stranger] = await talk.openVisitors(await talk.createAgent("pilothouse-builtin"), 1);
    const member = await server.createMember(talk.owner.organizationId, "support");
    const { session: _, ...cookieAlone } = member;
    const refused: [Actor, number, Record<string, string>?][] = [
      [{ address: member.address }, 401],
      [cookieAlone, 401],
      [member, 403, { origin: "https://evil.example" }],
      [member, 403, { "sec-fetch-site": "cross-site" }],
      [{ ...member, session: { ...member.session, key: owner.session.key } }, 403],
      [{ ...visitor, session: stranger?.session } as Actor, 404],
      [owner, 404],
    ];
    const params = { productId: agent.id };
    for (const [actor, status, headers = {}] of refused) {
      const asked = server.as(actor).stream(watchEvents, { params, headers }).next();
      await expect(asked, JSON.stringify(actor)).rejects.toMatchObject({ status });
    }
    const stream = server.as(member).stream(watchEvents, { params });
    expect((await stream.next()).value).toMatchObject({ type: "ready" });
    await server.as(member).call(logout);
    expect((await stream.next()).done).toBe(true);
  });

  /** The numbers of all that a stream brings up to the answer to this message. */
  async function readTo(stream: AsyncGenerator<LiveEvent>, threadId: string, content: string) {
    const numbers: number[] = [];
    let isAsked = false;
    for await (const event of stream) {
      if (event.type !== "ready" && "number" in event) numbers.push(event.number);
      if (event.type !== "message" || event.message.threadId !== threadId) continue;
      isAsked ||= event.message.content === content;
      if (isAsked && event.message.role === "assistant" && event.message.status === "sent") break;
    }
    return numbers;
  }

  async function watch(visitor: TestVisitor) {
    const stream = talk.server.as(visitor).stream(watchEvents, { params: { productId: agent.id } });
    expect((await stream.next()).value).toMatchObject({ type: "ready" });
    return stream;
  }
});
