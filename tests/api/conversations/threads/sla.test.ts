import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { dueJob } from "../../../../server/conversations/threads/sla/replyDeadline.ts";
import { planDue, startWatchingDue } from "../../../../server/conversations/threads/sla/watchDeadlines.ts";
import { createScheduler } from "../../../../server/timing/scheduler.ts";
import { createJobs } from "../../../../server/jobs/jobs.ts";
import { getAgent, publishAgent, updateAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  listVisitorMessages,
  requestPerson,
} from "../../../../shared/contract/conversations/conversations.ts";
import { undoThreadUpdate } from "../../../../shared/contract/conversations/threads/threadUndo.ts";
import {
  getThread,
  getThreadFilters,
  listMessages,
  listThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { createWebhook, webhookPayload } from "../../../../shared/contract/webhooks/webhooks.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";
import type { Sla } from "../../../../shared/domain/sla.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";
import { startWebhookReceiver } from "../../../kit/webhooks/webhookReceiver.ts";

const minuteMs = 60_000;
const promised: Sla = { firstReplyMinutes: 30, nextReplyMinutes: 60 };

interface Party {
  visitor: TestVisitor;
  at: { params: { productId: string; threadId: string } };
}

describe.each(bothStores())("the SLA of an agent on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent(builtinModel, { sla: promised });
  });

  const owner = () => talk.server.as(talk.owner);
  const look = async ({ at }: Party) => (await owner().call(getThread, at)).data;
  const decide = ({ at }: Party, data: ThreadChange) => owner().call(updateThread, { ...at, body: { data } });
  const events = async ({ at }: Party) =>
    (await owner().call(listMessages, at)).items.filter(({ kind }) => kind === "event");
  const write = ({ visitor, at }: Party, content: string) =>
    listen(say(talk.server, visitor, { content, threadId: at.params.threadId }));

  /** Queues as another process would; the server's own does the work. */
  function anotherProcess() {
    const { store: opened, clock } = talk.server;
    const bus = { publish: () => {}, subscribe: () => () => {} };
    const jobs = createJobs({ store: opened, bus, now: clock.now });
    return { store: opened, jobs, now: clock.now, report: (error: unknown) => expect.fail(String(error)) };
  }

  const watchTheClock = () => planDue(anotherProcess());

  /** Another process is at the agent's conversations already, and read them before; gives what ends it. */
  async function keepLooking(): Promise<() => Promise<unknown>> {
    const { store: opened, jobs, now } = anotherProcess();
    const wanted = { organizationId: talk.owner.organizationId, kind: dueJob, key: agent.id };
    const { id } = await opened.transaction((tx) =>
      jobs.enqueue(tx, { ...wanted, payload: { agentId: agent.id }, runAt: now() + 60 * minuteMs }),
    );
    const held = { state: "running", owner: "another", leaseUntil: now() + 60 * minuteMs } as const;
    await opened.db.updateTable("jobs").set(held).where("id", "=", id).execute();
    return () => opened.db.deleteFrom("jobs").where("id", "=", id).execute();
  }

  async function becomes(party: Party, replyDue: "soon" | "overdue") {
    await watchTheClock();
    const read = async () => (await look(party)).replyDue;
    await expect.poll(read).toBe(replyDue);
  }

  async function ask(of = agent): Promise<Party> {
    const visitor = await talk.openVisitor(of);
    const params = { productId: of.id };
    const { data } = await talk.server.as(visitor).call(requestPerson, {
      ...{ params, body: { data: { clientId: newClientId() } } },
    });
    return { visitor, at: { params: { ...params, threadId: data.id } } };
  }

  async function publish(of: Agent, changes: Partial<Agent["configuration"]>) {
    const params = { productId: of.id };
    const { data } = await owner().call(getAgent, { params });
    const configuration = { ...data.configuration, ...changes };
    await owner().call(updateAgent, { params, body: { data: { revision: data.revision, configuration } } });
    await owner().call(publishAgent, { params });
  }

  it("is off while the agent answers, and without targets", async () => {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "How long?" }));
    const party = { visitor, at: { params: { productId: agent.id, threadId } } };
    expect(await look(party)).toMatchObject({ replyDueAt: null, replyDue: null, silentSince: null });
    const unhurried = await ask(await talk.server.createAgent(talk.owner));
    expect(await look(unhurried)).toMatchObject({ waitingSince: expect.any(Number), replyDueAt: null });
  });

  it("counts to the first reply from the request on, and to each later one from the visitor's next message", async () => {
    const party = await ask();
    const asked = await look(party);
    expect(asked.replyDueAt).toBe((asked.waitingSince ?? 0) + 30 * minuteMs);
    expect(asked.replyDue).toBe(null);
    await decide(party, { handledBy: "human" });
    expect((await look(party)).replyDueAt).toBe(asked.replyDueAt);
    const reply = { data: { clientId: newClientId(), content: "I am here." } };
    await owner().call(sendReply, { ...party.at, body: reply });
    expect(await look(party)).toMatchObject({ replyDueAt: null, replyDue: null });
    await write(party, "It is broken.");
    const { waitingSince, replyDueAt } = await look(party);
    await write(party, "Quite broken.");
    expect(await look(party)).toMatchObject({ waitingSince, replyDueAt });
    expect(replyDueAt).toBe((waitingSince ?? 0) + 60 * minuteMs);
  });

  it("reports conversations that are due soon or overdue, once, only to the team, in a queue with a count", async () => {
    const party = await ask();
    const colleague = watch(talk.owner, { server: talk.server, agentId: agent.id });
    await colleague.ready;
    talk.server.clock.advance(15 * minuteMs + 1000);
    await becomes(party, "soon");
    await colleague.until((heard) =>
      heard.some(
        (one) => one.type === "thread" && "replyDue" in one.thread && one.thread.replyDue === "soon",
      ),
    );
    expect((await events(party)).map(({ content }) => content)).toEqual(["personRequested"]);
    talk.server.clock.advance(15 * minuteMs);
    await Promise.all([watchTheClock(), watchTheClock()]);
    await becomes(party, "overdue");
    await becomes(party, "overdue");
    colleague.stop();
    const { replyDueAt } = await look(party);
    expect((await events(party)).map(({ content, about }) => [content, about?.until])).toEqual([
      ["personRequested", undefined],
      ["replyOverdue", replyDueAt],
    ]);
    const theirs = await talk.server.as(party.visitor).call(listVisitorMessages, party.at);
    expect(theirs.items.map(({ content }) => content)).toEqual(["personRequested"]);
    const params = { productId: agent.id };
    const listed = await owner().call(listThreads, { params, query: { queue: "due" } });
    expect(listed.items.map(({ id }) => id)).toContain(party.at.params.threadId);
    const { data } = await owner().call(getThreadFilters, { params });
    expect(data.queues.due).toBe(listed.page.total);
    await decide(party, { status: "resolved" });
    expect(await look(party)).toMatchObject({ replyDueAt: null, replyDue: null });
  });

  it("stays overdue without a second report when resolving is undone", async () => {
    const party = await ask();
    talk.server.clock.advance(31 * minuteMs);
    await becomes(party, "overdue");
    const was = await look(party);
    const undoId = newClientId();
    await decide(party, { status: "resolved", undoId });
    expect(await look(party)).toMatchObject({ replyDueAt: null, replyDue: null });
    talk.server.clock.advance(minuteMs);
    await owner().call(undoThreadUpdate, { ...party.at, body: { data: { undoId } } });
    const { replyDueAt, replyDue, waitingSince } = was;
    expect(await look(party)).toMatchObject({ replyDueAt, replyDue, waitingSince, handledBy: "human" });
    const said = (await events(party)).map(({ content }) => content);
    expect(said).toEqual(["personRequested", "replyOverdue", "resolved", "reopened"]);
  });

  it("is checked at the exact moment, not a round later", async () => {
    const party = await ask();
    talk.server.clock.advance(15 * minuteMs);
    await becomes(party, "soon");
    const { replyDueAt } = await look(party);
    talk.server.clock.advance((replyDueAt ?? 0) - talk.server.clock.now() - 1000);
    const process = anotherProcess();
    const stop = startWatchingDue({ ...process, scheduler: createScheduler(process) });
    const told = async () => (await events(party)).find(({ content }) => content === "replyOverdue");
    await expect.poll(told).toBeDefined();
    stop();
    expect((await told())?.createdAt).toBeLessThan((replyDueAt ?? 0) + 5000);
  });

  it("stops while a conversation is snoozed, and continues when it wakes", async () => {
    const party = await ask();
    const snoozedUntil = talk.server.clock.now() + 60 * minuteMs;
    await decide(party, { status: "snoozed", snoozedUntil });
    talk.server.clock.advance(40 * minuteMs);
    const other = await ask();
    talk.server.clock.advance(16 * minuteMs);
    await becomes(other, "soon");
    expect(await look(party)).toMatchObject({ status: "snoozed", replyDue: null });
    await decide(party, { status: "open" });
    await becomes(party, "overdue");
  });

  it("reports once, at the moment a conversation wakes, that its reply is overdue by then", async () => {
    const party = await ask();
    const snoozedUntil = talk.server.clock.now() + 60 * minuteMs;
    await decide(party, { status: "snoozed", snoozedUntil });
    talk.server.clock.advance(40 * minuteMs);
    const told = async () =>
      (await events(party)).map(({ content }) => content).filter((content) => content === "replyOverdue");
    expect(await told()).toEqual([]);
    const end = await keepLooking();
    await decide(party, { status: "open" });
    // No clock of any process is looked at.
    await expect.poll(told).toEqual(["replyOverdue"]);
    await end();
    expect((await look(party)).replyDue).toBe("overdue");
    // Put off once more, it was told of already.
    await decide(party, { status: "snoozed", snoozedUntil: talk.server.clock.now() + 60 * minuteMs });
    expect((await look(party)).replyDue).toBe(null);
    await decide(party, { status: "open" });
    expect((await look(party)).replyDue).toBe("overdue");
    // Whatever is told later comes after it.
    const other = await ask();
    talk.server.clock.advance(16 * minuteMs);
    await becomes(other, "soon");
    expect(await told()).toEqual(["replyOverdue"]);
  });

  it("counts only the opening hours", async () => {
    const at = new Date(talk.server.clock.now());
    // Their week begins on Monday.
    const tomorrow = at.getUTCDay();
    const week = Array.from({ length: 7 }, (_, day) =>
      day === tomorrow ? { opens: "10:00", closes: "10:20" } : null,
    );
    const hourly = await talk.createAgent(builtinModel, {
      ...{ sla: promised, hours: { timeZone: "UTC", week } },
    });
    const { replyDueAt } = await look(await ask(hourly));
    const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1);
    // Twenty minutes tomorrow, the other ten a week later.
    expect(replyDueAt).toBe(midnight + 7 * 24 * 60 * minuteMs + 10 * 60 * minuteMs + 10 * minuteMs);
  });

  it("counts hours past midnight to their end, and refuses hours that overlap the next ones", async () => {
    const at = new Date(talk.server.clock.now());
    const tomorrow = at.getUTCDay();
    const night = { opens: "23:40", closes: "00:20" };
    const week = Array.from({ length: 7 }, (_, day) => (day === tomorrow ? night : null));
    const nightly = await talk.createAgent(builtinModel, {
      ...{ sla: { ...promised, firstReplyMinutes: 50 }, hours: { timeZone: "UTC", week } },
    });
    const { replyDueAt } = await look(await ask(nightly));
    const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 2);
    // Forty minutes tomorrow night, the other ten a week later.
    expect(replyDueAt).toBe(midnight + 7 * 24 * 60 * minuteMs - 10 * minuteMs);
    const early = { opens: "00:19", closes: "12:00" };
    const overlapping = publish(nightly, {
      hours: { timeZone: "UTC", week: week.with((tomorrow + 1) % 7, early) },
    });
    const path = `body.data.configuration.hours.week.${tomorrow}`;
    const message = "This ends after the next day's hours begin.";
    await expect(overlapping).rejects.toMatchObject({
      ...{ status: 400, body: { error: { fields: [{ path, message }] } } },
    });
    for (const span of [
      { opens: "09:00", closes: "09:00" },
      { opens: "24:00", closes: "02:00" },
    ]) {
      const refused = publish(nightly, { hours: { timeZone: "UTC", week: week.with(tomorrow, span) } });
      await expect(refused, span.opens).rejects.toMatchObject({ status: 400 });
    }
  });

  it("applies to waiting visitors once another one is published", async () => {
    const hurried = await talk.createAgent(builtinModel, { sla: promised });
    const party = await ask(hurried);
    const { waitingSince } = await look(party);
    await publish(hurried, { sla: { ...promised, firstReplyMinutes: 10 } });
    const read = async () => (await look(party)).replyDueAt;
    await expect.poll(read).toBe((waitingSince ?? 0) + 10 * minuteMs);
    expect((await look(party)).replyDue).toBe("soon");
    await publish(hurried, { sla: { ...promised, firstReplyMinutes: null } });
    await expect.poll(read).toBe(null);
    expect((await look(party)).replyDue).toBe(null);
  });

  it("sends no second report for overdue visitors when a new target is past as well", async () => {
    const hurried = await talk.createAgent(builtinModel, { sla: promised });
    const party = await ask(hurried);
    talk.server.clock.advance(31 * minuteMs);
    await becomes(party, "overdue");
    const { waitingSince } = await look(party);
    await publish(hurried, { sla: { ...promised, firstReplyMinutes: 20 } });
    const read = async () => (await look(party)).replyDueAt;
    await expect.poll(read).toBe((waitingSince ?? 0) + 20 * minuteMs);
    expect((await look(party)).replyDue).toBe("overdue");
    // One that is still to come is told of at its time, too.
    await publish(hurried, { sla: { ...promised, firstReplyMinutes: 40 } });
    await expect.poll(read).toBe((waitingSince ?? 0) + 40 * minuteMs);
    talk.server.clock.advance(10 * minuteMs);
    await becomes(party, "overdue");
    const told = (await events(party)).filter(({ content }) => content === "replyOverdue");
    expect(told.map(({ about }) => about?.until)).toEqual(
      [30, 40].map((minutes) => (waitingSince ?? 0) + minutes * minuteMs),
    );
  });

  it("sends an overdue reply to a webhook, as the contract describes it", async () => {
    const receiver = await startWebhookReceiver();
    const watched = await talk.createAgent(builtinModel, { sla: promised });
    await owner().call(createWebhook, {
      body: {
        data: {
          ...{ name: "Breaches", url: receiver.url, events: ["conversation.sla_breached"] },
          ...{ agentIds: [watched.id], includesNotes: false },
        },
      },
    });
    const party = await ask(watched);
    talk.server.clock.advance(31 * minuteMs);
    await becomes(party, "overdue");
    const [told] = await receiver.until(1);
    await receiver.stop();
    expect(v.safeParse(webhookPayload, told?.body).issues).toBeUndefined();
    expect(told?.body).toMatchObject({
      type: "conversation.sla_breached",
      data: { agentId: watched.id, thread: { id: party.at.params.threadId, replyDue: "overdue" } },
    });
  });

  it("accepts targets from a minute to a week, and says which one is invalid", async () => {
    const params = { productId: agent.id };
    const { data } = await owner().call(getAgent, { params });
    for (const minutes of [0, -1, 1.5, 7 * 24 * 60 + 1, "30"]) {
      const configuration = { ...data.configuration, sla: { ...promised, nextReplyMinutes: minutes } };
      const body = {
        data: { revision: data.revision, configuration: configuration as Agent["configuration"] },
      };
      await expect(owner().call(updateAgent, { params, body })).rejects.toMatchObject({
        code: "invalid_input",
        body: { error: { fields: [{ path: "body.data.configuration.sla.nextReplyMinutes" }] } },
      });
    }
  });

  it("shows since when the agent is silent, until the conversation is handed back", async () => {
    const before = talk.server.clock.now();
    const party = await ask();
    const { silentSince } = await look(party);
    expect(silentSince).toBeGreaterThanOrEqual(before);
    talk.server.clock.advance(minuteMs);
    await decide(party, { handledBy: "human" });
    await decide(party, { assigneeId: null });
    expect((await look(party)).silentSince).toBe(silentSince);
    await decide(party, { handledBy: "ai" });
    expect((await look(party)).silentSince).toBe(null);
    await decide(party, { handledBy: "human" });
    expect((await look(party)).silentSince).toBeGreaterThan(silentSince ?? 0);
  });
});
