import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch as watchAgent } from "../../../kit/live/watching.ts";
import type { Watched } from "../../../kit/live/watching.ts";

describe.each(stores())("the presence of visitors on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("is sent to the team as they come, and to members who connect later", async () => {
    const [visitor, second] = [await talk.openVisitor(agent), await talk.openVisitor(agent)];
    const team = watch(talk.owner);
    await team.ready;
    const rows = await countEvents();
    const here = watch(visitor);
    await here.ready;
    expect(namesOf(await team.until(hasNamed(visitor)))).toEqual(new Set([visitor.contactId]));
    const later = watch(talk.owner);
    expect(namesOf(await later.until(hasNamed(visitor)))).toEqual(new Set([visitor.contactId]));
    const alsoHere = watch(second);
    await alsoHere.ready;
    await Promise.all([team, later].map((side) => side.until(hasNamed(second))));
    expect(await countEvents()).toBe(rows);
    [team, here, later, alsoHere].forEach(({ stop }) => stop());
  });

  it("leaves out visitors who left, hidden tabs, the preview, and other agents' visitors", async () => {
    const other = await talk.createAgent();
    const [left, away, foreign, there] = [
      await talk.openVisitor(agent),
      await talk.openVisitor(agent),
      await talk.openVisitor(other),
      await talk.openVisitor(agent),
    ];
    const previewer = await talk.openVisitor(agent, { preview: true });
    const gone = watch(left);
    await gone.ready;
    gone.stop();
    await expect(gone.until(() => false)).rejects.toThrow();
    const streams = [
      watch(away, { away: true }),
      watch(previewer),
      watch(foreign, { agentId: other.id }),
      watch(there),
    ];
    await Promise.all(streams.map(({ ready }) => ready));
    // The server learns a moment later that somebody left.
    await vi.waitFor(async () => {
      const team = watch(talk.owner);
      const heard = await team.until(hasNamed(there));
      team.stop();
      expect(namesOf(heard)).toEqual(new Set([there.contactId]));
    });
    streams.forEach(({ stop }) => stop());
  });

  it("is never sent to other visitors", async () => {
    const [visitor, stranger] = [await talk.openVisitor(agent), await talk.openVisitor(agent)];
    const own = watch(visitor);
    await own.ready;
    const foreign = watch(stranger);
    await foreign.ready;
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    await listen(say(talk.server, visitor, { content: "Hello?" }));
    const heard = await own.until((all) => all.some(({ type }) => type === "thread"));
    expect(namesOf(heard)).toEqual(new Set());
    [own, foreign].forEach(({ stop }) => stop());
  });

  const watch = (actor: Parameters<typeof watchAgent>[0], given: Partial<Watched> = {}) =>
    watchAgent(actor, { server: talk.server, agentId: agent.id, ...given });

  async function countEvents(): Promise<number> {
    const rows = await talk.server.store.db.selectFrom("liveEvents").select("number").execute();
    return rows.length;
  }
});

function namesOf(events: LiveEvent[]): Set<string> {
  return new Set(events.flatMap((event) => (event.type === "presence" ? event.contactIds : [])));
}

function hasNamed({ contactId }: TestVisitor) {
  return (events: LiveEvent[]) => namesOf(events).has(contactId);
}
