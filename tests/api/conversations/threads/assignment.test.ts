import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../../server/database/store.ts";
import { openSecrets } from "../../../../server/database/secrets.ts";
import { pollAgentActivity, setAgentActivity } from "../../../../shared/contract/accounts/accounts.ts";
import { mostAtOnce } from "../../../../server/conversations/threads/assignment/queued.ts";
import {
  getAgent,
  publishAgent,
  updateAgent,
  updateAgentStatus,
} from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listAssignees, updateAssignee } from "../../../../shared/contract/conversations/inbox/assignees.ts";
import {
  endThread,
  leavePerson,
  listVisitorThreads,
  requestPerson,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  listMessages,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import { noAssignment } from "../../../../shared/domain/assignment.ts";
import type { Assignment } from "../../../../shared/domain/assignment.ts";
import type { OpeningHours } from "../../../../shared/domain/openingHours.ts";
import { countBlocked } from "../../../kit/database/countBlocked.ts";
import type { Member } from "../../../kit/factories.ts";
import type { TestServer } from "../../../kit/server.ts";
import { startTestServer } from "../../../kit/server.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import type { StoreKind, StorePlace } from "../../../kit/database/stores.ts";
import { queueUp } from "../../../kit/knowledge/queueUp.ts";
import {
  listen,
  newClientId,
  startTalkingServer,
  say as write,
} from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const turns: Assignment = { ...noAssignment, mode: "turns" };

interface Asked {
  visitor: TestVisitor;
  at: { params: { productId: string; threadId: string } };
}

describe.each(bothStores())("automatic assignment on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let ana: Member;
  let ben: Member;
  beforeEach(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    const { organizationId } = talk.owner;
    ana = await talk.server.createMember(organizationId, "support");
    ben = await talk.server.createMember(organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);

  async function setRules(assignment: Assignment, hours: OpeningHours | null = null): Promise<void> {
    const params = { productId: agent.id };
    const { data } = await owner().call(getAgent, { params });
    const configuration = { ...data.configuration, assignment, hours };
    await owner().call(updateAgent, { params, body: { data: { revision: data.revision, configuration } } });
    await owner().call(publishAgent, { params });
  }

  async function say(member: Member, status: "online" | "offline"): Promise<void> {
    await talk.server.as(member).call(setAgentActivity, { body: { data: { status } } });
  }

  async function ask(server: TestServer = talk.server): Promise<Asked> {
    const visitor = await talk.openVisitor(agent);
    return { visitor, at: await askAs(server, visitor) };
  }

  async function askAs(server: TestServer, visitor: TestVisitor, threadId?: string): Promise<Asked["at"]> {
    const params = { productId: agent.id };
    const body = { data: { clientId: newClientId(), ...(threadId && { threadId }) } };
    const { data } = await server.as(visitor).call(requestPerson, { params, body });
    return { params: { productId: agent.id, threadId: data.id } };
  }

  const change = ({ at }: Asked, data: ThreadChange) => owner().call(updateThread, { ...at, body: { data } });
  const look = async ({ at }: Pick<Asked, "at">) => (await owner().call(getThread, at)).data;
  const whose = async (asked: Pick<Asked, "at">) => (await look(asked)).assignee?.id ?? null;
  const becomes = (asked: Pick<Asked, "at">, userId: string | null) =>
    expect.poll(() => whose(asked)).toBe(userId);
  const idOf = (member: Member) => member.user._id;

  async function eventsOf({ at }: Asked) {
    const { items } = await owner().call(listMessages, at);
    return items.filter(({ kind }) => kind === "event");
  }

  it("is off by default, and a conversation waits for anyone", async () => {
    await say(ana, "online");
    const asked = await ask();
    await say(ben, "online");
    expect(await look(asked)).toMatchObject({ assignee: null, personRequestedAt: expect.any(Number) });
  });

  it("assigns to each member in turn, and shows the team whom and why", async () => {
    await setRules(turns);
    await say(ana, "online");
    await say(ben, "online");
    const all: Asked[] = [];
    for (let count = 0; count < 4; count += 1) {
      const asked = await ask();
      await expect.poll(() => whose(asked)).not.toBe(null);
      all.push(asked);
    }
    const [first, second, third, fourth] = await Promise.all(all.map(whose));
    expect(new Set([first, second])).toEqual(new Set([idOf(ana), idOf(ben)]));
    expect([third, fourth]).toEqual([first, second]);
    const [last] = all.slice(-1);
    if (!last) throw new Error("Four asked.");
    expect(await look(last)).toMatchObject({ handledBy: "human", personRequestedAt: null });
    expect((await eventsOf(last)).map(({ content, about }) => [content, about])).toEqual([
      ["personRequested", undefined],
      ["given", { name: "Test Person", by: "turns", open: 2, capacity: 5 }],
    ]);
  });

  it("assigns to the member with the fewest conversations, across all agents", async () => {
    await setRules({ ...noAssignment, mode: "leastBusy" });
    const busy = await ask();
    await change(busy, { assigneeId: idOf(ana) });
    await say(ana, "online");
    await say(ben, "online");
    const asked = await ask();
    await becomes(asked, idOf(ben));
    expect((await eventsOf(asked)).at(-1)?.about).toMatchObject({ by: "leastBusy", open: 1 });
  });

  it("waits when nobody has room, and then assigns urgent conversations first and longest waits next", async () => {
    await setRules({ ...turns, capacity: 1 });
    await say(ana, "online");
    const first = await ask();
    await becomes(first, idOf(ana));
    const second = await ask();
    const third = await ask();
    const urgent = await ask();
    await change(urgent, { priority: "urgent" });
    expect(await Promise.all([second, third, urgent].map(whose))).toEqual([null, null, null]);
    await change(first, { status: "resolved" });
    await becomes(urgent, idOf(ana));
    await talk.server.as(urgent.visitor).call(endThread, urgent.at);
    await becomes(second, idOf(ana));
    expect(await whose(third)).toBe(null);
    await say(ben, "online");
    await becomes(third, idOf(ben));
  });

  it("exceeds nobody's limit, no matter how many visitors ask at once", async () => {
    await setRules({ ...noAssignment, mode: "leastBusy", capacity: 3 });
    await owner().call(updateAssignee, {
      params: { productId: agent.id, memberId: idOf(ben) },
      body: { data: { capacity: 2 } },
    });
    await say(ana, "online");
    await say(ben, "online");
    const visitors = await talk.openVisitors(agent, 9);
    const all = await Promise.all(
      visitors.map(async (visitor) => ({ at: await askAs(talk.server, visitor) })),
    );
    await expect.poll(countGiven).toEqual([3, 2]);
    expect((await Promise.all(all.map(whose))).filter((one) => one === null)).toHaveLength(4);
  });

  async function countGiven(): Promise<(number | undefined)[]> {
    const { data } = await owner().call(listAssignees, { params: { productId: agent.id } });
    const openOf = (member: Member) => data.people.find(({ id }) => id === idOf(member))?.open;
    return [openOf(ana), openOf(ben)];
  }

  it("assigns only to team members, and to the conversation's team before the agent's", async () => {
    const { items } = await owner().call(listUserGroups);
    const [support, admins] = ["Support", "Admin"].map(
      (name) => items.find((one) => one.usergroup_name === name)?._id,
    );
    if (!support || !admins) throw new Error("Every organization has these groups.");
    await setRules({ ...turns, teamId: admins });
    await say(ana, "online");
    const asked = await ask();
    const other = await ask();
    await change(other, { teamId: support });
    await becomes(other, idOf(ana));
    expect(await whose(asked)).toBe(null);
  });

  it("waits outside the opening hours", async () => {
    const closed = { timeZone: "UTC", week: Array.from({ length: 7 }, () => null) };
    await setRules(turns, closed);
    await say(ana, "online");
    const asked = await ask();
    await say(ana, "online");
    expect(await whose(asked)).toBe(null);
    await setRules(turns);
    await becomes(asked, idOf(ana));
  });

  it("finds available members after midnight, in hours that began the day before", async () => {
    const today = (new Date(talk.server.clock.now()).getUTCDay() + 6) % 7;
    const night = { opens: "22:00", closes: "02:00" };
    const weekOf = (begins: number) =>
      Array.from({ length: 7 }, (_, day) => (day === begins % 7 ? night : null));
    const midnight = Math.ceil(talk.server.clock.now() / dayMs) * dayMs;
    talk.server.clock.advance(midnight + 60 * minuteMs - talk.server.clock.now());
    await setRules(turns, { timeZone: "UTC", week: weekOf(today + 1) });
    await say(ana, "online");
    const asked = await ask();
    await say(ana, "online");
    expect(await whose(asked)).toBe(null);
    await setRules(turns, { timeZone: "UTC", week: weekOf(today) });
    await becomes(asked, idOf(ana));
  });

  it("doesn't return a conversation to the member who put it back into the queue", async () => {
    await setRules(turns);
    await say(ana, "online");
    const asked = await ask();
    await becomes(asked, idOf(ana));
    await talk.server.as(ana).call(updateThread, { ...asked.at, body: { data: { assigneeId: null } } });
    await say(ana, "online");
    const later = await ask();
    await becomes(later, idOf(ana));
    expect(await whose(asked)).toBe(null);
    await say(ben, "online");
    await becomes(asked, idOf(ben));
  });

  it.each([
    { returnAfterMinutes: null, name: "leaves a conversation with a member who goes offline" },
    { returnAfterMinutes: 10, name: "moves a conversation after a time offline when the rules say so" },
  ])("$name", async ({ returnAfterMinutes }) => {
    await setRules({ ...turns, returnAfterMinutes });
    await say(ana, "online");
    const asked = await ask();
    await becomes(asked, idOf(ana));
    const { waitingSince } = await look(asked);
    await say(ana, "offline");
    talk.server.clock.advance(9 * minuteMs);
    await say(ben, "online");
    const meanwhile = await ask();
    await becomes(meanwhile, idOf(ben));
    expect(await whose(asked)).toBe(idOf(ana));
    talk.server.clock.advance(2 * minuteMs);
    await talk.server.as(ben).call(pollAgentActivity);
    if (returnAfterMinutes === null) {
      const last = await ask();
      await becomes(last, idOf(ben));
      expect(await whose(asked)).toBe(idOf(ana));
      return;
    }
    await becomes(asked, idOf(ben));
    expect((await look(asked)).waitingSince).toBe(waitingSince);
    expect((await eventsOf(asked)).map(({ content }) => content)).toEqual([
      ...["personRequested", "given", "offline", "given"],
    ]);
  });

  const reply = (member: Member, { at }: Asked) =>
    talk.server
      .as(member)
      .call(sendReply, { ...at, body: { data: { clientId: newClientId(), content: "I am here." } } });
  const writeMore = ({ visitor, at }: Asked) =>
    listen(write(talk.server, visitor, { content: "And to Spain?", threadId: at.params.threadId }));
  const waitsForNobody = {
    handledBy: "human",
    personRequestedAt: null,
    waitingSince: null,
    replyDueAt: null,
  };

  it("leaves an answered conversation with a member who goes offline, until its visitor writes again", async () => {
    await setRules({ ...turns, returnAfterMinutes: 10 });
    await say(ana, "online");
    const asked = await ask();
    await becomes(asked, idOf(ana));
    await reply(ana, asked);
    await say(ana, "offline");
    talk.server.clock.advance(11 * minuteMs);
    await say(ben, "online");
    const other = await ask();
    await becomes(other, idOf(ben));
    expect(await look(asked)).toMatchObject({ ...waitsForNobody, assignee: { id: idOf(ana) } });
    await writeMore(asked);
    const { waitingSince } = await look(asked);
    await talk.server.as(ben).call(pollAgentActivity);
    await becomes(asked, idOf(ben));
    expect(await look(asked)).toMatchObject({ waitingSince: waitingSince ?? 0 });
  });

  it.each(["leaves", "puts it back"])(
    "finds nobody waiting in an answered conversation whose assignee %s, until its visitor writes again",
    async (how) => {
      const asked = await ask();
      await reply(ana, asked);
      await change(asked, { status: "pending" });
      if (how === "leaves") await leaveTeam(ana);
      else await change(asked, { assigneeId: null });
      expect(await look(asked)).toMatchObject({ ...waitsForNobody, assignee: null });
      const seen = async () => {
        const params = { productId: agent.id };
        return (await talk.server.as(asked.visitor).call(listVisitorThreads, { params })).items[0];
      };
      expect(await seen()).toMatchObject({ isWaitingForPerson: false, peopleBefore: null });
      const { message } = await writeMore(asked);
      expect(await seen()).toMatchObject({ isWaitingForPerson: true, peopleBefore: 0 });
      expect(await look(asked)).toMatchObject({ status: "open", waitingSince: message?.createdAt });
      await setRules(turns);
      await say(ben, "online");
      await becomes(asked, idOf(ben));
    },
  );

  it("counts the wait from the visitor's message when nobody answered before a conversation is put back", async () => {
    const asked = await ask();
    await change(asked, { handledBy: "human" });
    await reply(talk.owner, asked);
    const { message } = await writeMore(asked);
    talk.server.clock.advance(minuteMs);
    await change(asked, { assigneeId: null });
    const { waitingSince, personRequestedAt } = await look(asked);
    expect(waitingSince).toBe(message?.createdAt);
    expect(personRequestedAt).toBeGreaterThan(waitingSince ?? 0);
  });

  async function leaveTeam(member: Member): Promise<void> {
    const { items } = await owner().call(listUserGroups);
    const groupId = items.find((one) => one.usergroup_name === "Support")?._id ?? "";
    await owner().call(removeFromGroup, { params: { groupId, email: member.user.email } });
  }

  it("returns conversations to the queue when their assignee leaves the organization, even when it is off", async () => {
    const asked = await ask();
    await change(asked, { assigneeId: idOf(ana) });
    const { waitingSince } = await look(asked);
    await leaveTeam(ana);
    expect(await look(asked)).toMatchObject({
      ...{ assignee: null, handledBy: "human", waitingSince },
      personRequestedAt: waitingSince,
    });
    expect((await eventsOf(asked)).at(-1)).toMatchObject({
      content: "memberLeft",
      about: { name: "Test Person" },
    });
  });

  it("assigns a conversation no matter how many wait before it for a team without online members", async () => {
    const { items } = await owner().call(listUserGroups);
    const [support, admins] = ["Support", "Admin"].map(
      (name) => items.find((one) => one.usergroup_name === name)?._id,
    );
    if (!support || !admins) throw new Error("Every organization has these groups.");
    await setRules({ ...turns, teamId: support });
    const first = await ask();
    await change(first, { teamId: admins });
    const { threadId } = first.at.params;
    await queueUp(talk.server.store, { threadId, count: mostAtOnce });
    const behind = await ask();
    await say(ana, "online");
    await becomes(behind, idOf(ana));
    expect(await whose(first)).toBe(null);
  });

  it("assigns a conversation with a paused agent", async () => {
    await setRules(turns);
    await say(ana, "online");
    const params = { productId: agent.id };
    await owner().call(updateAgentStatus, { params, body: { data: { status: "paused" } } });
    const heard = await listen(write(talk.server, await talk.openVisitor(agent), { content: "Hello?" }));
    await becomes({ at: { params: { ...params, threadId: heard.threadId } } }, idOf(ana));
  });

  it("keeps members' limits hidden from other organizations, and unchangeable by them", async () => {
    const stranger = await talk.server.createOwner();
    const params = { productId: agent.id, memberId: idOf(stranger) };
    const changed = owner().call(updateAssignee, { params, body: { data: { capacity: 2 } } });
    await expect(changed).rejects.toMatchObject({ status: 404 });
    const { data } = await owner().call(listAssignees, { params });
    expect(data.people.map(({ id }) => id)).not.toContain(idOf(stranger));
  });

  it.runIf(store.name === "postgres")(
    "exceeds nobody's limit when two processes assign at the same moment",
    async () => {
      const secrets = openSecrets({ dataDir: mkdtempSync(join(tmpdir(), "pilothouse-")) });
      const { first, second } = shareOne(store);
      talk = await startTalkingServer(first, { secrets });
      const other = await startTestServer({ store: second, secrets });
      agent = await talk.createAgent();
      ana = await talk.server.createMember(talk.owner.organizationId, "support");
      await setRules({ ...turns, capacity: 1 });
      await say(ana, "online");
      const earlier = await ask();
      await becomes(earlier, idOf(ana));
      const urgent = await ask();
      await talk.server.as(urgent.visitor).call(leavePerson, urgent.at);
      await change(urgent, { priority: "urgent" });
      await say(ana, "offline");
      await change(earlier, { status: "resolved" });
      await say(ana, "online");

      // Both have counted what she has, where nothing keeps them apart, before either can write that she is given one more.
      const hold = await holdTurns(talk.server.store);
      const usual = await ask();
      await expect.poll(() => countBlocked(talk.server.store)).toBe(1);
      const { threadId } = urgent.at.params;
      await askAs(other, urgent.visitor, threadId);
      await expect.poll(() => countBlocked(talk.server.store)).toBe(2);
      await hold.release();
      await becomes(usual, idOf(ana));
      await expect.poll(() => countBlocked(talk.server.store)).toBe(0);
      await talk.server.as(ana).call(pollAgentActivity);
      expect(await whose(urgent)).toBe(null);
    },
  );
});

/** Keeps everybody from writing whose turn it was, until it is released. */
async function holdTurns(store: Store): Promise<{ release(): Promise<void> }> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = store.transaction(async (tx) => {
    await tx.selectFrom("assignees").selectAll().forUpdate().execute();
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return {
    release: async () => {
      released.resolve();
      await ended;
    },
  };
}

/** The same database for two servers. */
function shareOne(store: StoreKind): { first: StoreKind; second: StoreKind } {
  let place: StorePlace | undefined;
  return {
    first: {
      ...store,
      open: async (steps) => {
        const opened = await store.open(steps);
        place = opened.place;
        return opened;
      },
    },
    second: {
      ...store,
      open: async () => {
        if (!place) throw new Error("The first one opens it.");
        return { store: await store.openAt(place), place };
      },
    },
  };
}
