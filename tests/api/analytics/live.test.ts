import { beforeAll, describe, expect, it } from "vitest";
import { foldFigures } from "../../../server/conversations/figures/fold.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import type {} from "../../../server/conversations/figures/tables.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  aggregateFeedback,
  getDashboard,
  getRealtimeDashboard,
  getStats,
  queryStats,
} from "../../../shared/contract/analytics/analytics.ts";
import { getPanelDashboard, getPanelRealtimeDashboard } from "../../../shared/contract/analytics/panel.ts";
import {
  editMessage,
  endThread,
  rateThread,
  requestPerson,
  sendFeedback,
} from "../../../shared/contract/conversations/conversations.ts";
import { removeMessage, removeThread } from "../../../shared/contract/conversations/threads/removals.ts";
import { sendReply } from "../../../shared/contract/conversations/threads/threads.ts";
import { createAnalytics } from "../../../server/analytics/analytics.ts";
import { createLog } from "../../../server/requests/log.ts";
import { makeSubscription } from "../../kit/billing/plans.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";

const tables = ["figureConversations", "figureAnswers", "figureTimes", "figureDetails"] as const;

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
    for (const table of tables) {
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
    const content = "How long, in years?";
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
    const preview = await talk.openVisitor(agent, { preview: true });
    await ask(preview, "Not counted");

    const live = await dump();
    await rebuildFigures(talk.server.store);
    expect(live).toEqual(await dump());
    expect(live["figureConversations"]?.join()).toContain('"teamMessages":1');
  });

  it("are made once for conversations of before, also where visitors wrote first", async () => {
    const { store, clock } = talk.server;
    const refuse = () => Promise.reject(new Error("Without mail nothing is sent."));
    const deps = {
      ...{ store, now: clock.now, scheduler: talk.server.app.scheduler },
      ...{ log: createLog({ write: () => {}, isPretty: false }), report: () => {} },
      findSubscription: async () => makeSubscription(),
      ...{ jobs: { enqueue: refuse }, lookOrigin: async () => null, digestKey: new Uint8Array(32) },
      mail: { isConfigured: false, send: async () => {} },
    };
    const start = async () => {
      const { start: begin, stop } = createAnalytics(deps);
      await begin?.();
      await stop?.(0);
    };
    const clear = async () => {
      for (const table of tables) await store.db.deleteFrom(table).execute();
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
