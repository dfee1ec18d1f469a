import { beforeAll, describe, expect, it } from "vitest";
import { figureTables, foldFigures } from "../../../server/conversations/figures/fold.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import type {} from "../../../server/conversations/figures/tables.ts";
import type { Store } from "../../../server/database/store.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  aggregateFeedback,
  getDashboard,
  getRealtimeDashboard,
  getStats,
  queryStats,
} from "../../../shared/contract/analytics/analytics.ts";
import { listAgentsToday } from "../../../shared/contract/analytics/today.ts";
import { getPanelDashboard, getPanelRealtimeDashboard } from "../../../shared/contract/analytics/panel.ts";
import {
  editMessage,
  endThread,
  rateThread,
  requestPerson,
  sendFeedback,
} from "../../../shared/contract/conversations/conversations.ts";
import { createDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { removeMessage, removeThread } from "../../../shared/contract/conversations/threads/removals.ts";
import {
  createLabel,
  removeLabel,
  sendReply,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { createAnalytics } from "../../../server/analytics/analytics.ts";
import { createLog } from "../../../server/requests/log.ts";
import { makeSubscription } from "../../kit/billing/plans.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { websiteConfig } from "../../kit/knowledge/knowledge.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe.each(bothStores())("the live figures on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  const owner = () => talk.server.as(talk.owner);
  const org = () => ({ orgId: talk.owner.organizationId });

  async function ask(visitor: TestVisitor, content: string, threadId?: string) {
    (await talk.useProvider()).script(answerWith("chat", ["Two years."]));
    return listen(say(talk.server, visitor, { content, ...(threadId !== undefined && { threadId }) }));
  }

  /** What there is of each table, what counts nothing left out. */
  async function dump() {
    await foldFigures(talk.server.store);
    const all: Record<string, string[]> = {};
    for (const table of figureTables) {
      const rows: Record<string, unknown>[] = await talk.server.store.db
        .selectFrom(table)
        .selectAll()
        .execute();
      const told = rows.map((row) =>
        Object.entries(row).filter(([name, value]) => !(value === 0 && name !== "bucket" && name !== "bin")),
      );
      const counting = told.filter((row) =>
        row.some(
          ([name, value]) => typeof value === "number" && !["bucket", "bin", "version"].includes(name),
        ),
      );
      all[table] = counting.map((row) => JSON.stringify(Object.fromEntries(row.toSorted()))).toSorted();
    }
    return all;
  }

  it("are those that are rebuilt, after every kind of change", async () => {
    const visitor = await talk.openVisitor(agent);
    const { threadId, message, end } = await ask(visitor, "How long?");
    const at = { productId: agent.id, threadId };
    const answer = { ...at, messageId: end?.id ?? "" };
    const asVisitor = talk.server.as(visitor);
    await asVisitor.call(sendFeedback, { params: answer, body: { data: { value: -1 } } });
    (await talk.useProvider()).script(answerWith("chat", ["One year."]));
    const content = "How long, in years? That would be great, thanks!";
    const edited = { ...at, messageId: message?.id ?? "" };
    await listen(asVisitor.stream(editMessage, { params: edited, body: { data: { content } } }));
    await asVisitor.call(sendFeedback, { params: answer, body: { data: { value: 1 } } });
    await asVisitor.call(endThread, { params: at });
    await asVisitor.call(rateThread, { params: at, body: { data: { score: 5 } } });

    // Another conversation of the same visitor within 72 hours, which a person takes.
    const second = await ask(visitor, "And the color?");
    const there = { productId: agent.id, threadId: second.threadId };
    await asVisitor.call(requestPerson, {
      params: there,
      body: { data: { clientId: newClientId(), threadId: second.threadId } },
    });
    await owner().call(sendReply, {
      params: there,
      body: { data: { clientId: newClientId(), content: "Blue." } },
    });
    const third = await ask(await talk.openVisitor(agent), "Is it free?");
    await owner().call(removeMessage, {
      params: { productId: agent.id, threadId: third.threadId, messageId: third.message?.id ?? "" },
      query: { confirmed: "true" },
    });
    const fourth = await ask(await talk.openVisitor(agent), "Is it heavy?");
    await owner().call(removeThread, {
      params: { productId: agent.id, threadId: fourth.threadId },
      query: { confirmed: "true" },
    });
    // Labels come before and after what is said, and go again; one of them altogether.
    const makeLabel = async (name: string) =>
      (
        await owner().call(createLabel, {
          params: { productId: agent.id },
          body: { data: { name, colour: "#123456" } },
        })
      ).data.id;
    const labels = [await makeLabel("Late"), await makeLabel("Gone"), await makeLabel("Off")];
    const label = (threadId: string, data: { addLabelIds?: string[]; removeLabelIds?: string[] }) =>
      owner().call(updateThread, { params: { productId: agent.id, threadId }, body: { data } });
    await label(third.threadId, { addLabelIds: labels });
    await label(second.threadId, { addLabelIds: labels.slice(0, 2) });
    await owner().call(sendReply, {
      params: there,
      body: { data: { clientId: newClientId(), content: "Or green." } },
    });
    await label(third.threadId, { removeLabelIds: labels.slice(2) });
    await foldFigures(talk.server.store);
    await label(threadId, { addLabelIds: labels.slice(1, 2) });
    await owner().call(removeLabel, {
      params: { productId: agent.id, labelId: labels[1] ?? "" },
      query: { confirmed: "true" },
    });
    const preview = await talk.openVisitor(agent, { preview: true });
    await ask(preview, "Not counted");

    const live = await dump();
    await rebuildFigures(talk.server.store);
    expect(live).toEqual(await dump());
    expect(live["figureConversations"]?.join()).toContain('"teamMessages":2');
    expect(live["figureConversations"]?.join()).toContain('"goodMood":1');
    const labeled = new Set(
      live["figureConversations"]?.map((row) => (JSON.parse(row) as { label: string }).label),
    ); // written by dump
    expect(labeled).toEqual(new Set(["", labels[0]]));
  });

  it("are those that are rebuilt where the clock leaps back and ahead, and no time is below none", async () => {
    const { clock, store } = talk.server;
    const before = await dump();
    const visitor = await talk.openVisitor(agent);
    const leaps = [-2 * dayMs, 3 * dayMs, -dayMs];
    const { threadId } = await ask(visitor, "How late is it?");
    const there = { productId: agent.id, threadId };
    for (const ms of leaps) {
      clock.advance(ms);
      await ask(visitor, "And now?", threadId);
    }
    clock.advance(-dayMs);
    const data = { clientId: newClientId(), content: "It is late." };
    await owner().call(sendReply, { params: there, body: { data } });
    clock.advance(dayMs);
    await talk.server.as(visitor).call(endThread, { params: there });
    const live = await dump();
    await rebuildFigures(store);
    expect(await dump()).toEqual(live);
    expect(live).not.toEqual(before);
    for (const row of live["figureTimes"] ?? []) {
      const { total = 0, bin } = JSON.parse(row) as { total?: number; bin: number }; // written by dump
      expect(Math.min(total, bin)).toBeGreaterThanOrEqual(0);
    }
    await owner().call(removeThread, { params: there, query: { confirmed: "true" } });
    expect(await dump()).toEqual(before);
  });

  it("are made once for conversations of before, also where visitors wrote first", async () => {
    const { store, clock } = talk.server;
    const refuse = () => Promise.reject(new Error("Without mail nothing is sent."));
    const deps = {
      ...{ store, now: clock.now, scheduler: talk.server.app.scheduler },
      ...{ log: createLog({ write: () => {}, isPretty: false }), report: () => {} },
      findSubscription: async () => makeSubscription(),
      ...{ askInside: refuse, planAgent: refuse, addSource: refuse, storage: { readUse: refuse } },
      ...{ jobs: { enqueue: refuse }, lookOrigin: async () => null, digestKey: new Uint8Array(32) },
      mail: { isConfigured: false, send: async () => {} },
    };
    const start = async () => {
      const { start: begin, stop } = createAnalytics(deps);
      await begin?.();
      await stop?.(0);
    };
    const clear = async () => {
      for (const table of figureTables) await store.db.deleteFrom(table).execute();
    };
    const whole = await dump();
    await clear();
    await store.db.deleteFrom("installation").where("key", "=", "figures-made").execute();
    const change = { id: "c", organizationId: "o", agentId: "a", body: "[]" };
    await store.db.insertInto("figureChanges").values(change).execute();
    await start();
    expect(await dump()).toEqual(whole);
    await clear();
    await start();
    expect((await dump())["figureConversations"]).toEqual([]);
    await rebuildFigures(store);
  });

  it.runIf(store.name === "postgres")(
    "let visitors write while they are rebuilt, and count that too",
    async () => {
      const { store: ours } = talk.server;
      const visitor = await talk.openVisitor(agent);
      const [rebuilt, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const transaction: Store["transaction"] = (work, options) =>
        ours.transaction(async (tx) => {
          const result = await work(tx);
          rebuilt.resolve();
          await answered.promise;
          return result;
        }, options);
      const rebuilding = rebuildFigures({ ...ours, transaction });
      await rebuilt.promise;
      const { threadId } = await ask(visitor, "Is it open?");
      await foldFigures(ours);
      answered.resolve();
      await rebuilding;
      const live = await dump();
      await rebuildFigures(ours);
      expect(await dump()).toEqual(live);
      const there = { productId: agent.id, threadId };
      await owner().call(removeThread, { params: there, query: { confirmed: "true" } });
      expect(await dump()).not.toEqual(live);
    },
  );

  it("count what a server of the version before labels writes during an upgrade", async () => {
    const { store: ours } = talk.server;
    const before = await dump();
    const bucket = Date.parse("2026-01-05T10:00:00Z");
    const place = [bucket, "widget", "en"];
    const cells = [
      ["c", ...place, { conversations: 3 }],
      ["a", ...place, "gpt-4o", 1, { answers: 4 }],
      ["t", ...place, "gpt-4o", 1, "answer", 7, { count: 4, total: 900 }],
      ["d", bucket, "widget", "page", "p1", "s1", { count: 2, good: 1 }],
    ];
    const { organizationId } = talk.owner;
    const change = { id: "old", organizationId, agentId: agent.id, body: JSON.stringify(cells) };
    await ours.db.insertInto("figureChanges").values(change).execute();
    const after = await dump();
    const added = (table: string) => after[table]?.filter((row) => !before[table]?.includes(row)).join();
    expect(added("figureConversations")).toContain('"conversations":3');
    expect(added("figureAnswerWeeks")).toContain('"answers":4');
    expect(added("figureTimes")).toContain('"bin":7');
    expect(added("figureDetails")).toMatch(/"count":2,"good":1,"kind":"page".*"name":"p1".*"parent":"s1"/);
    await rebuildFigures(ours);
    expect(await dump()).toEqual(before);
  });

  it("are shown by the dashboard, the stats and the aggregate of feedback alike", async () => {
    const { data } = await owner().call(getDashboard, { params: org(), query: { agentId: agent.id } });
    const figureOf = (name: string) => data.figures.find(({ measure }) => measure === name)?.value;
    expect(figureOf("conversations")).toBe(3);
    expect(figureOf("handoffs")).toBe(1);
    expect(data.states).toMatchObject({ confirmed: 1, handedOver: 1 });
    expect(figureOf("rating")).toBe(5);
    expect(data.publishes.length).toBeGreaterThan(0);
    const panel = await owner().call(getPanelDashboard, { params: org(), query: { agentId: agent.id } });
    expect(panel.data.figures).toEqual(data.figures);
    const stats = await owner().call(queryStats, {
      params: org(),
      body: {
        ...{ view: "answers", metrics: [{ measure: "answerCredits" }], dimensions: [{ field: "model" }] },
        ...{ from: data.from, to: data.to },
      },
    });
    // The receipt of the answer to the deleted message is gone, and its model with it.
    expect(stats.data.map(({ model }) => model)).toEqual(["gpt-4o", ""]);
    const { data: feedback } = await owner().call(aggregateFeedback, { query: {} });
    expect(feedback).toEqual({ helpful: 1, notHelpful: 0, ratings: 1, averageRating: 5, satisfaction: 1 });
  });

  it("tell what happens now", async () => {
    const { data } = await owner().call(getRealtimeDashboard, { params: org(), query: {} });
    expect(data).toMatchObject({ conversationsOpen: 2, waiting: 0, today: 3, answering: 0, overdue: 0 });
    expect(data.visitors).toBeGreaterThan(0);
    const panel = await owner().call(getPanelRealtimeDashboard, { params: org(), query: {} });
    expect(panel.data.today).toBe(3);
  });

  it("give each agent's answers of today, and its newest problem", async () => {
    const query = { timezone: zoneAtNoon() };
    const today = async () => (await owner().call(listAgentsToday, { params: org(), query })).data;
    const { data: stats } = await owner().call(queryStats, {
      params: org(),
      body: { view: "answers", metrics: [{ measure: "answers" }], from: dayFromNow(-1), to: dayFromNow(1) },
    });
    expect(await today()).toEqual([{ agentId: agent.id, answers: stats[0]?.["sum_answers"], problem: null }]);
    const { data: source } = await owner().call(createDataSource, {
      params: { productId: agent.id },
      body: { data: { config: websiteConfig("http://127.0.0.1:9/") } },
    });
    const problem = async () => (await today())[0]?.problem;
    await expect.poll(problem).toMatchObject({ of: "source", name: source.name });
    expect((await problem())?.text).not.toBe("");
    // Support agents see no sources, so neither what is wrong with them.
    const support = talk.server.as(await talk.server.createMember(talk.owner.organizationId, "support"));
    const { data } = await support.call(listAgentsToday, { params: org(), query });
    expect(data).toMatchObject([{ agentId: agent.id, problem: null }]);
  });

  it("tell labels of two agents apart that have one name", async () => {
    const label = async (productId: string, name: string) => {
      const { data } = await owner().call(createLabel, {
        params: { productId },
        body: { data: { name, colour: "#123456" } },
      });
      return data.id;
    };
    const other = await talk.createAgent("gpt-4o", { name: "Night desk" });
    for (const [at, name] of [[agent, "Refund"] as const, [other, "refund"] as const]) {
      const { threadId } = await ask(await talk.openVisitor(at), "My money?");
      const addLabelIds = [await label(at.id, name), await label(at.id, `Of ${at.name}`)];
      await owner().call(updateThread, {
        params: { productId: at.id, threadId },
        body: { data: { addLabelIds } },
      });
    }
    const { data } = await owner().call(getDashboard, { params: org(), query: {} });
    const wanted = [`Refund (${agent.name})`, "refund (Night desk)", `Of ${agent.name}`, "Of Night desk"];
    const names = data.choices.labels.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(wanted));
    expect(data.labels.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted));
  });

  it("name every measure with what it means", async () => {
    const { data } = await owner().call(getStats, { params: org() });
    expect(data.measures.map(({ name }) => name)).toContain("costPerResolved");
    for (const { title, sentence } of data.measures)
      expect(`${title}: ${sentence}`).toMatch(/^\S.*: \S.*\.$/);
    expect(data.beginsAt).not.toBe(null);
  });

  it("of another organization's agent are none of mine", async () => {
    const stranger = await talk.server.createOwner();
    const asked = talk.server.as(stranger).call(getDashboard, {
      params: { orgId: stranger.organizationId },
      query: { agentId: agent.id },
    });
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
    const { data } = await talk.server.as(stranger).call(getDashboard, {
      params: { orgId: stranger.organizationId },
      query: {},
    });
    expect(data.beginsAt).toBe(null);
  });
});

/** A time zone in which it is noon, so that no day ends while a test runs. */
function zoneAtNoon(): string {
  const shift = 12 - new Date().getUTCHours();
  return `Etc/GMT${shift > 0 ? "-" : "+"}${Math.abs(shift)}`;
}

/** The day that is `days` days from now, in UTC. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
