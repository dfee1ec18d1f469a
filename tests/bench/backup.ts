/**
 * `npm run bench:backup [-- --threads N --messages M]`: what a backup of a million messages costs the visitors who write
 * meanwhile, how long it takes to restore it, and how long the move to Postgres takes. Server, commands and visitors share
 * this machine. Prints a table, and the figures as JSON last.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import pg from "pg";
import { startPostgres } from "../kit/database/postgres.ts";
import { endServers } from "../kit/processes/runServer.ts";
import { root } from "../structure/files.ts";
import { timeMessage } from "./cluster/measureMessages.ts";
import { whilePaused } from "./cluster/whilePaused.ts";
import { openFilled } from "./openFilled.ts";
import { printRows } from "./printRows.ts";
import type { Row } from "./printRows.ts";
import { percentile } from "./statistics.ts";
import { openSession } from "./visitor.ts";
import { createWidget } from "./widgets/widget.ts";
import type { Widget } from "./widgets/widget.ts";

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "100000" },
    messages: { type: "string", default: "1000000" },
  },
});
const [threads, messages] = [Number(values.threads), Number(values.messages)];
const run = promisify(execFile);
/** Of one visitor, below the limit of sends. */
const messagesEach = 10;
const visitors = 500;
const pauseMs = 40;
const quietMs = 20_000;
const longestMoveMinutes = 10;

const folder = await mkdtemp(join(tmpdir(), "bench-backup-"));
try {
  const { server, app, fillSeconds } = await openFilled({ threads, messages }, { TRUST_PROXY: "1" });
  console.log(`filled in ${fillSeconds} s`);
  const rows: Row[] = [];
  const opened: Widget[] = [];
  for (let index = 0; index < visitors; index += 1)
    opened.push(createWidget(server.url, await openSession(app, server, `198.51.100.${index % 250}`)));
  const widgets = opened.values();
  await whilePaused(app, async () => {
    const quiet = await timeMessages(widgets, wait(quietMs));
    const backingUp = timed(() => cli(server.dataDir, ["backup", "--to", folder, "--name", "backup"]));
    const meanwhile = await timeMessages(widgets, backingUp);
    const [before, during] = [percentile(quiet, 99), percentile(meanwhile, 99)];
    rows.push(
      {
        what: "messages and their conversations, as SQLite keeps them",
        measured: await megabytes(server.dataDir),
        budget: null,
        unit: "MB",
      },
      { what: "a backup while visitors write", measured: (await backingUp) / 1000, budget: null, unit: "s" },
      { what: "a message until acknowledged, before it", measured: before, budget: null, unit: "ms p99" },
      {
        what: "a message until acknowledged, meanwhile",
        measured: during,
        budget: 2 * before,
        unit: "ms p99",
      },
    );
  });
  const dataDir = join(folder, "restored");
  const restoreMs = await timed(() => cli(dataDir, ["restore", join(folder, "backup")]));
  rows.push({
    what: "its restore, with every hash compared",
    measured: restoreMs / 1000,
    budget: null,
    unit: "s",
  });
  await server.end();
  rows.push(...(await measureMove(server.dataDir)));
  printRows(rows);
} finally {
  await endServers();
  await rm(folder, { recursive: true, force: true });
}

async function measureMove(dataDir: string): Promise<Row[]> {
  const postgres = await startPostgres();
  if (!postgres) return [];
  try {
    const ms = await timed(() => cli(dataDir, ["move-to", postgres.url]));
    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows: counted } = await client.query<{ count: string }>("select count(*) from messages");
    await client.end();
    return [
      {
        what: "messages moved to Postgres",
        measured: Number(counted[0]?.count),
        budget: messages,
        isLeast: true,
        unit: "",
      },
      { what: "the move", measured: ms / 60_000, budget: longestMoveMinutes, unit: "minutes" },
    ];
  } finally {
    await postgres.stop();
  }
}

async function cli(dataDir: string, given: string[]): Promise<void> {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir };
  await run(process.execPath, ["server/cli.ts", ...given], { cwd: root, env, maxBuffer: 1e8 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Times one visitor's message after the other, with a pause between, until something else has ended. */
async function timeMessages(widgets: Iterator<Widget>, until: Promise<unknown>): Promise<number[]> {
  const timesMs: number[] = [];
  let hasEnded = false;
  const ended = until.finally(() => (hasEnded = true));
  while (!hasEnded) {
    const { value: widget, done } = widgets.next();
    if (done) throw new Error("The visitors have said all that they may.");
    for (let sent = 0; sent < messagesEach && !hasEnded; sent += 1) {
      timesMs.push(await timeMessage(widget));
      await wait(pauseMs); // a bench paces its load
    }
  }
  await ended;
  return timesMs;
}

async function megabytes(path: string): Promise<number> {
  const names = await readdir(path);
  const sizes = await Promise.all(
    names
      .filter((name) => name.includes(".db") || name.includes("sqlite"))
      .map((name) => stat(join(path, name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}
