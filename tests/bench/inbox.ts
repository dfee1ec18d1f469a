/**
 * `npm run bench:inbox [-- --threads N --messages M --store sqlite|postgres]`: how quick the inbox is over 100,000
 * conversations with 1,000,000 messages, on SQLite and, where one can be had, on Postgres. Every figure is of requests to
 * a started server. The last line is the result as JSON; whatever is over its budget makes the command fail.
 */
import { parseArgs } from "node:util";
import { listContacts } from "../../shared/contract/conversations/contacts/contacts.ts";
import { countThreads } from "../../shared/contract/conversations/inbox/threadCounts.ts";
import {
  getThreadFilters,
  listThreads,
  searchThreads,
} from "../../shared/contract/conversations/threads/threads.ts";
import type { ThreadFilter, ThreadSort } from "../../shared/contract/conversations/inbox/threadFilter.ts";
import { queues } from "../../shared/domain/queues.ts";
import { startPostgres } from "../kit/database/postgres.ts";
import { endServers } from "../kit/processes/runServer.ts";
import { askUntilLet } from "./askUntilLet.ts";
import { wordOf } from "./fillInbox.ts";
import type { InboxSize } from "./fillInbox.ts";
import { openFilled } from "./openFilled.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchApp } from "./visitor.ts";

const listBudgetMs = 150;
const searchBudgetMs = 300;
const requests = 40;
const warmups = 3;

interface Row {
  what: string;
  medianMs: number;
  p95Ms: number;
  budgetMs: number;
}

interface Figures {
  fillSeconds: number;
  rows: Row[];
}

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "100000" },
    messages: { type: "string", default: "1000000" },
    store: { type: "string" },
  },
});
const size: InboxSize = { threads: Number(values.threads), messages: Number(values.messages) };

try {
  const sqlite = values.store === "postgres" ? null : await measureStore("SQLite");
  const server = values.store === "sqlite" ? null : await startPostgres();
  if (!server && values.store !== "sqlite") console.log("Postgres: skipped, none can be had on this machine");
  const postgres = server && (await measureStore("Postgres", server.url).finally(() => server.stop()));
  const all = [sqlite, postgres].flatMap((one) => one?.rows ?? []);
  process.exitCode = all.some(({ p95Ms, budgetMs }) => p95Ms > budgetMs) ? 1 : 0;
  console.log(JSON.stringify({ ...size, sqlite, postgres }));
} finally {
  await endServers();
}

async function measureStore(name: string, databaseUrl?: string): Promise<Figures> {
  const { server, app, owner, fillSeconds } = await openFilled(
    size,
    databaseUrl ? { DATABASE_URL: databaseUrl } : {},
  );
  console.log(`${name}: filled in ${fillSeconds} s`);
  const rows: Row[] = [];
  for (const { what, budgetMs, ask } of listRequests(app, owner)) {
    const row = { what, budgetMs, ...(await time(ask)) };
    const verdict = row.p95Ms <= budgetMs ? "ok  " : "OVER";
    console.log(
      `${verdict} ${name.padEnd(9)} ${what.padEnd(40)} ${row.medianMs.toFixed(1).padStart(8)} ${row.p95Ms.toFixed(1).padStart(8)} of ${budgetMs} ms`,
    );
    rows.push(row);
  }
  await server.end();
  return { fillSeconds, rows };
}

interface Request {
  what: string;
  budgetMs: number;
  ask: (number: number) => Promise<unknown>;
}

function listRequests(app: BenchApp, { userId, labelId }: { userId: string; labelId: string }): Request[] {
  const { client, agentId } = app;
  const params = { productId: agentId };
  const list = (what: string, query: ThreadFilter & { sort?: ThreadSort; page?: number }): Request => ({
    ...{ what: `list: ${what}`, budgetMs: listBudgetMs },
    ask: () => client.call(listThreads, { params, query }),
  });
  const search = (what: string, wordsOf: (number: number) => string, filter: ThreadFilter = {}): Request => ({
    ...{ what: `search: ${what}`, budgetMs: searchBudgetMs },
    ask: (number) => client.call(searchThreads, { params, query: { ...filter, search: wordsOf(number) } }),
  });
  const monthAgo = Date.now() - 30 * 24 * 60 * 60 * 1000;
  return [
    ...queues.map((queue) => list(`queue ${queue}`, { queue })),
    ...(["oldest", "waiting", "priority"] as const).map((sort) =>
      list(`all, ${sort}`, { queue: "all", sort }),
    ),
    list("unassigned, waiting", { queue: "unassigned", sort: "waiting" }),
    list("closed, page 400", { queue: "closed", page: 400 }),
    list("status resolved", { status: "resolved" }),
    list("handled by a person", { handledBy: "human" }),
    list("priority high", { priority: "high" }),
    list("a label", { labelId }),
    list("an assignee", { assigneeId: userId }),
    list("nobody's", { assigneeId: "none" }),
    list("a surface", { surface: "hosted" }),
    list("verified", { verified: "true" }),
    list("not verified", { verified: "false" }),
    list("assumed, verified, priority", { resolution: "assumed", verified: "true", sort: "priority" }),
    list("since a month", { since: monthAgo }),
    list("before a month, closed, a label", { before: monthAgo, queue: "closed", labelId }),
    {
      ...{ what: "list: filters with counts", budgetMs: listBudgetMs },
      ask: () => client.call(getThreadFilters, { params }),
    },
    ...[{}, { queue: "unassigned" }, { labelId }, { since: monthAgo }, { resolution: "assumed" }].map(
      (query): Request => ({
        ...{ what: `counts: ${Object.keys(query).join() || "no filter"}`, budgetMs: listBudgetMs },
        ask: () => client.call(countThreads, { params, query: query as ThreadFilter }),
      }),
    ),
    search("the commonest word", () => wordOf(0)),
    search("a common word", (number) => wordOf(10 + number)),
    search("a rare word", (number) => wordOf(15_000 + number)),
    search("two common words", (number) => `${wordOf(1)} ${wordOf(2 + number)}`),
    search("the beginning of a word", (number) => wordOf(1000 + number).slice(0, 5)),
    search("the first letter of a word", () => wordOf(0).slice(0, 1)),
    search(
      "a rare word and a first letter",
      (number) => `${wordOf(15_000 + number)} ${wordOf(0).slice(0, 1)}`,
    ),
    ...["visitor", "visitor 9", "nobody.is.called@so"].map((words): Request => ({
      ...{ what: `visitors: ${words}`, budgetMs: searchBudgetMs },
      ask: () => client.call(listContacts, { params, query: { search: words, limit: 3 } }),
    })),
    search("a common word, closed", (number) => wordOf(number), { queue: "closed" }),
    search("a common word, mine", (number) => wordOf(number), { queue: "mine" }),
  ];
}

async function time(ask: Request["ask"]): Promise<{ medianMs: number; p95Ms: number }> {
  const times: number[] = [];
  for (let number = 0; number < warmups + requests; number += 1) {
    const ms = await timeOne(() => ask(number));
    if (number >= warmups) times.push(ms);
  }
  return { medianMs: median(times), p95Ms: percentile(times, 95) };
}

/** Without the tries that are refused because one session asked too often. */
function timeOne(ask: () => Promise<unknown>): Promise<number> {
  return askUntilLet(async () => {
    const startedAt = performance.now();
    await ask();
    return performance.now() - startedAt;
  });
}
