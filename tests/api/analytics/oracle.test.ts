import { beforeAll, describe, expect, it } from "vitest";
import { blockTables } from "../../../server/conversations/figures/blocks.ts";
import { fillBlocks, isFilling } from "../../../server/conversations/figures/fill.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import { getDashboard, queryLimits, queryStats } from "../../../shared/contract/analytics/analytics.ts";
import type { StatsQuery, StatsRow } from "../../../shared/contract/analytics/analytics.ts";
import { listAllGaps, listAllTopics, listGaps } from "../../../shared/contract/evaluation/evaluation.ts";
import { createLabel, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { threadFigures } from "../../../shared/domain/figureState.ts";
import {
  fieldOf,
  figureViews,
  listAggregations,
  measures,
  shareOf,
  viewDimensions,
} from "../../../shared/domain/measures.ts";
import type { FigureView } from "../../../shared/domain/measures.ts";
import { makeConversations, writeConversations } from "../../kit/analytics/makeConversations.ts";
import { askOracle, quantileOf, splitByTime } from "../../kit/analytics/oracle.ts";
import type { Raw } from "../../kit/analytics/oracle.ts";
import type { Member } from "../../kit/factories.ts";
import { makeRuns } from "../../kit/analytics/makeRuns.ts";
import type { Store } from "../../../server/database/store.ts";
import type { WorkflowRunRow } from "../../../server/workflows/tables.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

/** Clocks change on March 8 in New York and on March 29 in Berlin; India and Nepal are off by 30 and 45 minutes. */
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"];
const [from, to] = ["2026-03-01", "2026-04-03"];

describe.each(bothStores())("the figures on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let raw: Raw;
  let agentIds: string[];
  let runs: WorkflowRunRow[];
  const labels: string[] = [];
  const labelsOf = new Map<string, string[]>();
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    agentIds = [(await server.createAgent(owner)).id, (await server.createAgent(owner)).id];
    const rows = makeConversations({
      ...{ organizationId: owner.organizationId, agentIds, conversations: 240 },
      from: Date.parse("2026-02-28T12:00:00Z"),
      to: Date.parse("2026-04-04T12:00:00Z"),
    });
    const client = server.as(owner);
    const of = { organizationId: owner.organizationId, agentIds };
    runs = makeRuns({ ...of, from: Date.parse(from), to: Date.parse(to), runs: 120 });
    for (const productId of agentIds) {
      const data = { name: "Important", colour: "#123456" };
      labels.push((await client.call(createLabel, { params: { productId }, body: { data } })).data.id);
    }
    await server.store.transaction(async (tx) => {
      await writeConversations(tx, rows);
      await tx.insertInto("workflowRuns").values(runs).execute();
      // Every third conversation carries its agent's label, and every sixth a second one.
      const labeled = rows.threads.filter((_, index) => index % 3 === 0);
      for (const [index, { organizationId, id: threadId, agentId }] of labeled.entries()) {
        const own = labels[agentIds.indexOf(agentId)] ?? "";
        const labelIds = index % 2 === 0 ? [own, "gone"] : [own];
        for (const labelId of labelIds)
          await tx
            .insertInto("threadLabels")
            .values({ organizationId, threadId, labelId, createdAt: 0 })
            .execute();
        labelsOf.set(threadId, labelIds);
      }
    });
    await rebuildFigures(server.store);
    const threads = rows.threads.filter(({ preview }) => preview === 0);
    const threadOf = new Map(threads.map((thread) => [thread.id, thread]));
    raw = {
      ...{ threads, threadOf, runs },
      messages: rows.messages.filter(({ threadId }) => threadOf.has(threadId)),
      receipts: new Map(rows.receipts.map(({ messageId, body }) => [messageId, JSON.parse(body) as Receipt])),
    };
  });

  const params = () => ({ orgId: owner.organizationId });
  const ask = async (query: Partial<StatsQuery> & Pick<StatsQuery, "view" | "metrics">) => {
    const body = { from, to, timezone: "UTC", limit: queryLimits.rows, ...query } as StatsQuery;
    return (await server.as(owner).call(queryStats, { params: params(), body })).data;
  };
  /** Every measure of a view in every aggregation, as many at a time as may be asked for. */
  const askAll = async (view: FigureView, query: Partial<StatsQuery>) => {
    const metrics = measures
      .filter((measure) => measure.view === view)
      .flatMap((measure) =>
        listAggregations(measure).map((aggregation) => ({ measure: measure.name, aggregation })),
      );
    const rows = new Map<string, StatsRow>();
    for (let first = 0; first < metrics.length; first += queryLimits.metrics) {
      const some = metrics.slice(first, first + queryLimits.metrics);
      for (const row of await ask({ view, metrics: some, ...query })) {
        const time = String(row["time"]);
        rows.set(time, { ...rows.get(time), ...row });
      }
    }
    return rows;
  };

  /** Holds every measure of every view against the rows themselves; gives how many figures that were. */
  async function compareAll(
    rows: Raw,
    query: Partial<StatsQuery>,
    views: readonly FigureView[],
    granularity: "day" | "hour" = "day",
  ) {
    const times = splitByTime(rows, { timeZone: query.timezone ?? "UTC", granularity });
    let compared = 0;
    for (const view of views) {
      const answer = await askAll(view, { ...query, timeDimension: { granularity } });
      for (const [time, row] of answer) {
        const expected = askOracle(times.get(time) ?? { ...rows, threads: [], messages: [], runs: [] });
        for (const measure of measures.filter((one) => one.view === view)) {
          for (const aggregation of listAggregations(measure)) {
            const got = row[fieldOf(aggregation, measure.name)] ?? null;
            const want = expected[measure.name];
            const place = `${time} ${aggregation} ${measure.name}`;
            compared += 1;
            if (!Array.isArray(want)) {
              // A time may have one table's rows alone: of the other there is nothing, or none.
              expect(got ?? 0, place).toBeCloseTo(want ?? 0, 9);
              continue;
            }
            const part = shareOf(aggregation);
            const mean = want.reduce((sum, ms) => sum + ms, 0) / want.length;
            const exact = part === undefined ? mean : quantileOf(want, part);
            if (want.length === 0) expect(got, place).toBe(null);
            // A step of the histogram is nine percent wide; a mean is exact.
            else
              expect(Math.abs(Number(got) - Number(exact)), place).toBeLessThanOrEqual(
                part === undefined ? 0.5 : 1 + Number(exact) * 0.046,
              );
          }
        }
      }
      // No time is left out in which anything was said or began.
      const said = [...times].filter(([time, { messages, threads }]) => {
        const isIn = time.slice(0, from.length) >= from && time.slice(0, to.length) <= to;
        return isIn && messages.length + threads.length > 0;
      });
      if (view === "conversations")
        expect([...answer.keys()].toSorted()).toEqual(said.map(([time]) => time).toSorted());
    }
    return compared;
  }

  it.each(zones)("are those that the conversations themselves give, by day in %s", async (timezone) => {
    expect(await compareAll(raw, { timezone }, figureViews)).toBeGreaterThan(2000);
  });

  /** The rows of conversations of one kind, and what was said in them. */
  const only = (isWanted: (thread: Raw["threads"][number]) => boolean): Raw => {
    const threads = raw.threads.filter((thread) => isWanted(thread));
    const ids = new Set(threads.map(({ id }) => id));
    return { ...raw, threads, messages: raw.messages.filter(({ threadId }) => ids.has(threadId)) };
  };
  const ofConversations = ["conversations", "answers", "tools", "sources"] as const;

  // Blocks of histograms are longer than an hour, and those of UTC and Dhaka begin with a local day.
  it.each(["UTC", "Asia/Dhaka", "Asia/Kathmandu"])(
    "are those that the conversations give by the hour in %s",
    async (timezone) => {
      expect(await compareAll(raw, { timezone }, ofConversations, "hour")).toBeGreaterThan(5000);
      const hosted = only(({ surfaceType }) => surfaceType === "hosted");
      const filters = [{ column: "surface", operator: "=", value: "hosted" }];
      expect(await compareAll(hosted, { timezone, filters }, ofConversations, "hour")).toBeGreaterThan(1000);
    },
  );

  it("are those of a label, a language or a surface where these are asked for", async () => {
    const filter = (column: string, value: string) => ({
      ...{ filters: [{ column, operator: "=", value }], timezone: "America/New_York" },
    });
    const [label = ""] = labels;
    const labeled = only(({ id }) => labelsOf.get(id)?.includes(label) ?? false);
    expect(await compareAll(labeled, filter("label", label), ofConversations)).toBeGreaterThan(500);
    const english = only(({ language }) => ["en", "en-GB"].includes(language ?? ""));
    expect(await compareAll(english, filter("language", "en"), ofConversations)).toBeGreaterThan(500);
    const hosted = only(({ surfaceType }) => surfaceType === "hosted");
    expect(await compareAll(hosted, filter("surface", "hosted"), ofConversations)).toBeGreaterThan(500);
  });

  it("are those that the conversations give while their blocks are still being made, and made from quarter hours", async () => {
    const { store: ours } = server;
    /** Without those of the label that there isn't. */
    const blocks = async () => {
      const found = new Set<string>();
      for (const table of Object.values(blockTables)) {
        const rows = await ours.db.selectFrom(table).selectAll().where("label", "!=", "gone").execute();
        for (const row of rows) found.add(`${table} ${JSON.stringify(Object.entries(row).toSorted())}`);
      }
      return found;
    };
    const rebuilt = await blocks();
    for (const table of Object.values(blockTables)) await ours.db.deleteFrom(table).execute();
    const { organizationId } = owner;
    await ours.db.insertInto("figureFills").values({ organizationId, filledTo: 0 }).execute();
    const timezone = "Europe/Berlin";
    // Ends in the middle, as a server that stops does, and continues.
    const stopping = new AbortController();
    let steps = 0;
    const transaction: Store["transaction"] = (work, options) => {
      steps += 1;
      if (steps === 20) stopping.abort();
      return ours.transaction(work, options);
    };
    await expect(fillBlocks({ transaction }, organizationId, stopping)).rejects.toThrow();
    expect((await blocks()).size).toBeGreaterThan(100);
    expect(await compareAll(raw, { timezone }, ofConversations)).toBeGreaterThan(2000);
    await fillBlocks(ours, organizationId);
    const filled = await blocks();
    expect([...filled].filter((one) => !rebuilt.has(one))).toEqual([]);
    expect(filled.size).toBe(rebuilt.size);
    expect(await isFilling(ours.db, organizationId)).toBe(false);
  });

  it("are those of a model where it is asked for", async () => {
    const filters = [{ column: "model", operator: "=", value: "gpt-4o" }];
    const messages = raw.messages.filter(({ id }) => raw.receipts.get(id)?.model === "gpt-4o");
    const rows = { ...raw, messages, threads: [] };
    expect(await compareAll(rows, { filters }, ["answers", "tools", "sources"])).toBeGreaterThan(500);
  });

  it("are read from the questions of just these days and conversations where it is told what was asked", async () => {
    const client = server.as(owner);
    const days = { from, to, timezone: "UTC" };
    const [first, end] = [Date.parse(from), Date.parse(to) + 24 * 60 * 60 * 1000];
    const countAsked = (isWanted: (message: Raw["messages"][number]) => boolean) =>
      raw.messages.filter((message) => {
        const { role, status, createdAt } = message;
        const isAnswer = role === "assistant" && ["sent", "failed"].includes(status);
        return isAnswer && createdAt >= first && createdAt < end && isWanted(message);
      }).length;
    const [label = ""] = labels;
    const threadOf = ({ threadId }: Raw["messages"][number]) => raw.threadOf.get(threadId);
    const asked: [Record<string, string>, (message: Raw["messages"][number]) => boolean][] = [
      [{}, () => true],
      [{ surface: "hosted" }, (message) => threadOf(message)?.surfaceType === "hosted"],
      [{ language: "en" }, (message) => ["en", "en-GB"].includes(threadOf(message)?.language ?? "")],
      [{ label }, ({ threadId }) => labelsOf.get(threadId)?.includes(label) ?? false],
      [{ model: "gpt-4o" }, ({ id }) => raw.receipts.get(id)?.model === "gpt-4o"],
    ];
    for (const [filter, isWanted] of asked) {
      const query = { ...days, ...filter };
      const topics = await client.call(listAllTopics, { params: params(), query });
      expect(topics.questions, JSON.stringify(filter)).toBe(countAsked(isWanted));
      expect(topics.questions).toBeGreaterThan(20);
    }
    const gaps = await client.call(listAllGaps, { params: params(), query: { ...days, limit: 100 } });
    for (const productId of agentIds) {
      const own = await client.call(listGaps, { params: { productId }, query: { ...days, limit: 100 } });
      expect(own.items.length).toBeGreaterThan(0);
      expect(gaps.items.filter(({ agentId }) => agentId === productId)).toEqual(own.items);
    }
    const none = { ...days, from: "2020-01-01", to: "2020-01-02" };
    expect((await client.call(listAllGaps, { params: params(), query: none })).items).toEqual([]);
    const backwards = { ...days, from: "2026-05-01" };
    const refused = client.call(listAllTopics, { params: params(), query: backwards });
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("tell on the dashboard what is not kept by a filter", async () => {
    const query = { from, to, timezone: "UTC", model: "gpt-4o" };
    const { data } = await server.as(owner).call(getDashboard, { params: params(), query });
    const figureOf = (name: string) => data.figures.find(({ measure }) => measure === name)?.value;
    const [answers] = await ask({
      ...{ view: "answers", metrics: [{ measure: "answers" }] },
      filters: [{ column: "model", operator: "=", value: "gpt-4o" }],
    });
    expect(figureOf("answers")).toBe(answers?.["sum_answers"]);
    expect(figureOf("conversations")).toBe(null);
    expect(figureOf("workflowRuns")).toBe(null);
    expect(data.series.map(({ values }) => values["sum_conversations"])).toEqual(data.series.map(() => null));
    expect(data.choices.models).toEqual(["builtin", "claude-4.5-sonnet", "gpt-4o"]);
    expect(data.choices.languages).toContain("de");
    expect(data.choices.labels.map(({ id }) => id).toSorted()).toEqual(labels.toSorted());
  });

  it.each(figureViews)("of the view %s add up to the same, whatever they are split by", async (view) => {
    const sums = measures.filter((one) => one.view === view && one.formula.kind === "sum");
    const metrics = sums.map(({ name }) => ({ measure: name })).slice(0, queryLimits.metrics);
    const [total] = await ask({ view, metrics });
    for (const field of viewDimensions[view]) {
      // A conversation counts for each of its labels.
      if (field === "label") continue;
      const rows = await ask({ view, metrics, dimensions: [{ field }], timezone: "UTC" });
      for (const { measure } of metrics) {
        const name = fieldOf("sum", measure);
        const sum = rows.reduce((all, row) => all + Number(row[name]), 0);
        expect(sum, `${field} ${measure}`).toBe(total?.[name]);
      }
    }
    for (const granularity of ["hour", "day", "week", "month"]) {
      const rows = await ask({ view, metrics, timeDimension: { granularity }, timezone: "Europe/Berlin" });
      const [berlin] = await ask({ view, metrics, timezone: "Europe/Berlin" });
      const name = fieldOf("sum", metrics[0]?.measure ?? "");
      expect(
        rows.reduce((all, row) => all + Number(row[name]), 0),
        granularity,
      ).toBe(berlin?.[name]);
    }
  });

  it("are the same on the dashboard", async () => {
    const query = { from, to, timezone: "Europe/Berlin" };
    const { data } = await server.as(owner).call(getDashboard, { params: params(), query });
    for (const { measure, aggregation, value } of data.figures) {
      const known = measures.find(({ name }) => name === measure);
      const metrics = [{ measure, aggregation }];
      const [row] = await ask({ view: known?.view ?? "", metrics, timezone: "Europe/Berlin" });
      expect(row?.[`${aggregation}_${measure}`], measure).toBe(value);
    }
    const conversations = data.figures.find(({ measure }) => measure === "conversations")?.value;
    const add = (numbers: (number | null | undefined)[]) =>
      numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    expect(add(data.series.map(({ values }) => values["sum_conversations"]))).toBe(conversations);
    expect(add(data.hours.map((hour) => hour.conversations))).toBe(conversations);
    expect(add(Object.values(data.states))).toBe(conversations);
    expect(add(data.agents.map(({ values }) => values["sum_conversations"]))).toBe(conversations);
  });

  it("count just the conversations that the inbox lists behind them", async () => {
    const timezone = "America/New_York";
    const moment = (day: string, hours: string) => Date.parse(`${day}T${hours}:00Z`);
    // New York's midnights before and after its clocks change.
    const begun = {
      begunSince: String(moment(from, "05:00")),
      begunBefore: String(moment("2026-04-04", "04:00")),
    };
    const metrics = threadFigures.map((measure) => ({ measure }));
    const half = Math.ceil(metrics.length / 2);
    const by = { view: "conversations", timezone, dimensions: [{ field: "agent" }] };
    const rows = [
      ...(await ask({ ...by, metrics: metrics.slice(0, half) })),
      ...(await ask({ ...by, metrics: metrics.slice(half) })),
    ];
    const list = async (productId: string, figure: string) =>
      server.as(owner).call(listThreads, { params: { productId }, query: { ...begun, figure, limit: 100 } });
    for (const productId of agentIds) {
      const counted = Object.assign({}, ...rows.filter(({ agent }) => agent === productId)) as StatsRow;
      for (const figure of threadFigures) {
        const { page, items } = await list(productId, figure);
        expect(page.total, figure).toBe(counted[fieldOf("sum", figure)]);
        expect(page.total, figure).toBeGreaterThan(0);
        for (const thread of items) expect(thread.figures).toContain(figure);
        const others = await list(productId, `-${figure}`);
        for (const thread of others.items) expect(thread.figures).not.toContain(figure);
      }
      const resolved = await list(productId, "confirmed,assumed");
      expect(resolved.page.total).toBe(Number(counted["sum_confirmed"]) + Number(counted["sum_assumed"]));
    }
  });

  it("are filtered by what they are split by", async () => {
    const metrics = [{ measure: "conversations" }];
    const rows = await ask({ view: "conversations", metrics, dimensions: [{ field: "surface" }] });
    const [hosted] = await ask({
      ...{ view: "conversations", metrics },
      filters: [{ column: "surface", operator: "=", value: "hosted" }],
    });
    const [others] = await ask({
      ...{ view: "conversations", metrics },
      filters: [{ column: "surface", operator: "none of", value: ["hosted"] }],
    });
    const shown = rows.find(({ surface }) => surface === "hosted")?.["sum_conversations"];
    const all = rows.reduce((sum, row) => sum + Number(row["sum_conversations"]), 0);
    expect(hosted?.["sum_conversations"]).toBe(shown);
    expect(others?.["sum_conversations"]).toBe(all - Number(shown));
  });

  it.each<[string, Partial<StatsQuery>, string, string]>([
    ["a view", { view: "fish" }, "body.view", "There is no view called “fish”."],
    ["a measure", { metrics: [{ measure: "fish" }] }, "body.metrics.0.measure", "called “fish”"],
    [
      "a measure of another view",
      { metrics: [{ measure: "answers" }] },
      "body.metrics.0.measure",
      "There is no measure in the view conversations called “answers”.",
    ],
    [
      "an aggregation",
      { metrics: [{ measure: "conversations", aggregation: "p95" }] },
      "body.metrics.0.aggregation",
      "Choose one of: sum.",
    ],
    ["a dimension", { dimensions: [{ field: "model" }] }, "body.dimensions.0.field", "“model”"],
    [
      "a column",
      { filters: [{ column: "mood", operator: "=", value: "x" }] },
      "body.filters.0.column",
      "“mood”",
    ],
    [
      "several labels at once",
      { filters: [{ column: "label", operator: "any of", value: ["a", "b"] }] },
      "body.filters.0.operator",
      "Filter by one label with =.",
    ],
    [
      "an operator",
      { filters: [{ column: "surface", operator: "~", value: "x" }] },
      "body.filters.0.operator",
      "“~”",
    ],
    ["a granularity", { timeDimension: { granularity: "year" } }, "body.timeDimension.granularity", "“year”"],
    [
      "a field to order by",
      { orderBy: [{ field: "fish", direction: "asc" }] },
      "body.orderBy.0.field",
      "The answer has no field called “fish”.",
    ],
    ["too many days", { from: "2025-01-01" }, "body.to", "Ask for 400 days at most"],
    [
      "too many days by the hour",
      { from: "2026-01-01", timeDimension: { granularity: "hour" } },
      "body.timeDimension.granularity",
      "By the hour, ask for 62 days at most.",
    ],
    [
      "too many dimensions",
      { dimensions: [{ field: "agent" }, { field: "surface" }, { field: "language" }] },
      "body.dimensions",
      "Split by 2 dimensions at most.",
    ],
    ["a period that ends before it begins", { from: "2026-05-01" }, "body.from", "after the last one"],
    ["a day that there is none of", { from: "2026-02-30" }, "body.from", "There is no such day."],
    ["a time zone", { timezone: "Mars/Crater" }, "body.timezone", "There is no such time zone."],
  ])("refuse %s that they don’t know, in words", async (_, query, path, message) => {
    const asked = ask({ view: "conversations", metrics: [{ measure: "conversations" }], ...query });
    await expect(asked).rejects.toMatchObject({
      body: { error: { fields: [{ path, message: expect.stringContaining(message) }] } },
    });
  });
});
