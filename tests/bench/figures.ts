/**
 * `npm run bench:figures [-- --threads N --messages M --store sqlite|postgres]`: how quick the figures are over 100,000
 * conversations with 1,000,000 messages of a year, what counting costs a message, how long reading holds up the event loop,
 * and how much memory the server takes. The last line is the result as JSON; whatever is over its budget makes the command fail.
 */
import { randomUUID } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { countThread } from "../../server/conversations/figures/count.ts";
import { foldFigures } from "../../server/conversations/figures/fold.ts";
import { rebuildFigures } from "../../server/conversations/figures/rebuild.ts";
import { openStore } from "../../server/database/openStore.ts";
import type { Store } from "../../server/database/store.ts";
import { getDashboard, getRealtimeDashboard, queryStats } from "../../shared/contract/analytics/analytics.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { figureViews, measures, viewDimensions } from "../../shared/domain/measures.ts";
import type { FigureView } from "../../shared/domain/measures.ts";
import { makeConversations, writeConversations } from "../kit/analytics/makeConversations.ts";
import { startPostgres } from "../kit/database/postgres.ts";
import { endServers, npmStart, runServer } from "../kit/processes/runServer.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { readCpuMs } from "./readCpu.ts";
import { readMemoryMb } from "./readMemory.ts";
import { median, percentile } from "./statistics.ts";
import { openAnother, openBenchApp, openVisitor } from "./visitor.ts";
import type { BenchApp } from "./visitor.ts";

const budgets = {
  ...{ dashboardMs: 300, statsMs: 300, realtimeMs: 100 },
  ...{ countingShare: 0.05, heldUpMs: 20, idleMb: 250 },
};
const dayMs = 24 * 60 * 60 * 1000;
const atOnce = 500;
const asked = 7;
/** Below the limit of a visitor's sends. */
const turns = 15;

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "100000" },
    messages: { type: "string", default: "1000000" },
    store: { type: "string", default: "sqlite" },
  },
});

interface Row {
  what: string;
  medianMs: number;
  worstMs: number;
  /** For how long the server's event loop was held up while it answered once, at the median: neighbors take turns, too. */
  heldUpMs: number;
  budgetMs: number;
}

try {
  const postgres = values.store === "postgres" ? await startPostgres() : null;
  const result = await measure(postgres?.url).finally(() => postgres?.stop());
  process.exitCode = result.isOver ? 1 : 0;
  console.log(JSON.stringify(result));
} finally {
  await endServers();
}

async function measure(databaseUrl?: string) {
  const first = await runServer({
    script: `--import ./tests/bench/watchLoop.ts ${npmStart}`,
    env: { TRUST_PROXY: "1", ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const app = await openBenchApp(first);
  const apps = [app, await openAnother(app), await openAnother(app)];
  const messageMs = await measureMessages(app, first);
  await first.end();
  const store = await openStore({ dataDir: first.dataDir, databaseUrl });
  const counting = await measureCounting(store, app);
  const agentIds = apps.map(({ agentId }) => agentId);
  await fill(store, { organizationId: app.organizationId, agentIds });
  const rebuiltAt = performance.now();
  await rebuildFigures(store);
  const rebuildSeconds = Math.round((performance.now() - rebuiltAt) / 1000);
  await store.close();
  const server = await first.restart();
  const ownWorkSeconds = await waitUntilIdle(server);
  const idleMb = readMemoryMb(server.pid);
  let peakMb = idleMb;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, readMemoryMb(server.pid))), 500);
  const rows: Row[] = [];
  for (const { what, budgetMs, ask } of listRequests(app)) {
    const times: number[] = [];
    const heldUp: number[] = [];
    for (let turn = 0; turn < asked; turn += 1) {
      await readHeldUpMs(server);
      const startedAt = performance.now();
      await ask();
      if (turn === 0) continue;
      times.push(performance.now() - startedAt);
      heldUp.push(await readHeldUpMs(server));
    }
    const row = {
      ...{ what, budgetMs, medianMs: median(times), worstMs: percentile(times, 100) },
      heldUpMs: median(heldUp),
    };
    console.log(
      `${isRowOver(row) ? "OVER" : "ok  "} ${what.padEnd(48)} ${row.medianMs.toFixed(1).padStart(8)} ${row.worstMs.toFixed(1).padStart(8)} of ${budgetMs} ms, held up ${row.heldUpMs.toFixed(1)} ms`,
    );
    rows.push(row);
  }
  clearInterval(watch);
  await server.end();
  const share = counting / messageMs;
  console.log(
    `${share <= budgets.countingShare ? "ok  " : "OVER"} counting takes ${(counting * 1000).toFixed(0)} µs of the ${messageMs.toFixed(2)} ms of a message: ${(share * 100).toFixed(1)} %`,
  );
  console.log(
    `${idleMb <= budgets.idleMb ? "ok  " : "OVER"} memory ${idleMb.toFixed(0)} MB idle, ${peakMb.toFixed(0)} MB at most; rebuilt in ${rebuildSeconds} s, ${ownWorkSeconds} s of its own work at the start`,
  );
  const [load = 0] = loadavg();
  console.log(`${values.store}; load ${load.toFixed(1)} on ${availableParallelism()} processors`);
  const isOver = share > budgets.countingShare || idleMb > budgets.idleMb || rows.some(isRowOver);
  return { rows, countingMs: counting, messageMs, share, rebuildSeconds, idleMb, peakMb, load, isOver };
}

function isRowOver({ medianMs, budgetMs, heldUpMs }: Row): boolean {
  return medianMs > budgetMs || heldUpMs > budgets.heldUpMs;
}

/**
 * Waits until the server has done what 100,000 conversations that it never saw come give it to do at its start, such as
 * settling those that are long over. Gives the seconds that this took, at most five minutes.
 */
async function waitUntilIdle({ pid }: RunningServer): Promise<number> {
  const startedAt = performance.now();
  const secondsSince = () => Math.round((performance.now() - startedAt) / 1000);
  let before = readCpuMs(pid);
  let quiet = 0;
  while (quiet < 5 && secondsSince() < 300) {
    await new Promise((resolve) => setTimeout(resolve, 1000)); // a bench waits; nothing is asserted by it
    const now = readCpuMs(pid);
    quiet = now - before > 100 ? 0 : quiet + 1;
    before = now;
  }
  return secondsSince();
}

/** For how long the server's event loop was held up since this was asked for last. */
async function readHeldUpMs({ pid, lines }: RunningServer): Promise<number> {
  const before = lines.length;
  process.kill(pid, "SIGUSR2");
  for (;;) {
    const line = lines.slice(before).find((one) => one.includes("longestMs"));
    if (line) return (JSON.parse(line) as { longestMs: number }).longestMs; // written by watchLoop
    await new Promise((resolve) => setTimeout(resolve, 10)); // a bench waits; nothing is asserted by it
  }
}

/** What a message with its answer takes of the server's processor time, from the request to the end of the answer. */
async function measureMessages(app: BenchApp, server: RunningServer): Promise<number> {
  let visitors = 0;
  const talk = async (conversations: number) => {
    for (let one = 0; one < conversations; one += 1) {
      visitors += 1;
      const visitor = await openVisitor(app, server, `203.0.113.${visitors}`);
      for (let turn = 0; turn < turns; turn += 1) {
        const data = { clientId: randomUUID(), content: "Is there tea?" };
        const events = visitor.stream(sendMessage, { params: { productId: app.agentId }, body: { data } });
        for await (const _ of events);
      }
    }
  };
  await talk(10);
  const before = readCpuMs(server.pid);
  await talk(8);
  return (readCpuMs(server.pid) - before) / (8 * turns);
}

/** What counting adds to the transactions of a message and its answer, in processor time as the message's own is. */
async function measureCounting(store: Store, { organizationId, agentId }: BenchApp): Promise<number> {
  const made = makeConversations({
    ...{ organizationId, agentIds: [agentId], conversations: 200, each: 2 },
    ...{ from: Date.now() - dayMs, to: Date.now() },
  });
  const [thread] = made.threads;
  const said = made.messages.filter(({ role, kind }) => role !== "system" && kind === "text");
  if (!thread) throw new Error("One was made just now.");
  const after = { ...thread, preview: 0, lastActivityAt: thread.lastActivityAt + 1 };
  const before = { ...thread, preview: 0, nextPosition: 0 };
  const count = 2000;
  const work = () =>
    store.transaction(async (tx) => {
      for (let turn = 0; turn < count; turn += 1) {
        const message = said[turn % said.length];
        if (message)
          await countThread(tx, { before, after, counted: { messages: [message], receipt: null } });
      }
    });
  await work();
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  const all = (user + system) / 1000;
  await foldFigures(store);
  // A message and its answer are two transactions.
  return (all / count) * 2;
}

async function fill(store: Store, owner: { organizationId: string; agentIds: string[] }): Promise<void> {
  const conversations = Number(values.threads);
  const made = {
    ...{ ...owner, conversations, each: Number(values.messages) / conversations },
    ...{ from: Date.now() - 365 * dayMs, to: Date.now() },
  };
  for (let first = 0; first < conversations; first += atOnce)
    await store.transaction((tx) => writeConversations(tx, makeConversations(made, { first, some: atOnce })));
}

function listRequests({ client, organizationId: orgId, agentId }: BenchApp) {
  const params = { orgId };
  const timezone = "Europe/Berlin";
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const to = dayOf(Date.now());
  const month = { from: dayOf(Date.now() - 29 * dayMs), to };
  const year = { from: dayOf(Date.now() - 364 * dayMs), to };
  const metricsOf = (view: FigureView) =>
    measures
      .filter((one) => one.view === view)
      .slice(0, 12)
      .map(({ name }) => ({ measure: name }));
  const query = (view: FigureView, more: object) => () =>
    client.call(queryStats, {
      params,
      body: { view, metrics: metricsOf(view), timezone, limit: 1000, ...year, ...more },
    });
  const stats = figureViews.flatMap((view) => [
    { what: `stats: ${view}, a year by week`, ask: query(view, { timeDimension: { granularity: "week" } }) },
    ...viewDimensions[view].map((field) => ({
      what: `stats: ${view}, a year by ${field}`,
      ask: query(view, { dimensions: [{ field }] }),
    })),
  ]);
  const times = measures.filter(({ formula }) => formula.kind === "time");
  return [
    {
      ...{ what: "dashboard: the last 30 days", budgetMs: budgets.dashboardMs },
      ask: () => client.call(getDashboard, { params, query: { ...month, timezone } }),
    },
    {
      ...{ what: "dashboard: one agent, 30 days", budgetMs: budgets.dashboardMs },
      ask: () => client.call(getDashboard, { params, query: { ...month, timezone, agentId } }),
    },
    {
      ...{ what: "dashboard: a year", budgetMs: budgets.dashboardMs },
      ask: () => client.call(getDashboard, { params, query: { ...year, timezone } }),
    },
    {
      ...{ what: "realtime", budgetMs: budgets.realtimeMs },
      ask: () => client.call(getRealtimeDashboard, { params, query: { timezone } }),
    },
    ...times.map(({ name, view }) => ({
      ...{ what: `stats: ${name} p95, a year by day`, budgetMs: budgets.statsMs },
      ask: query(view, {
        metrics: [{ measure: name, aggregation: "p95" }],
        timeDimension: { granularity: "day" },
      }),
    })),
    ...stats.map((one) => ({ ...one, budgetMs: budgets.statsMs })),
  ];
}
