/**
 * `npm run bench:workflows`: what 10,000 runs that wait cost a server, and how many runs of ten steps end in a second, on
 * SQLite and with two processes on Postgres. Servers, Postgres and the callers that start runs share this machine.
 */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listWorkflowRuns } from "../../shared/contract/workflows/runs.ts";
import { listWorkflows } from "../../shared/contract/workflows/workflows.ts";
import type { Workflow, WorkflowDetail } from "../../shared/contract/workflows/workflows.ts";
import type { Graph } from "../../shared/domain/workflows/graph.ts";
import { buildIfMissing } from "../../server/build.ts";
import type { TestClient } from "../kit/client.ts";
import { startPostgres } from "../kit/database/postgres.ts";
import { endServers, npmStart, runServer } from "../kit/processes/runServer.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { graph, step } from "../kit/workflows/graphs.ts";
import { publishNew } from "../kit/workflows/runs.ts";
import { printRows } from "./printRows.ts";
import type { Row } from "./printRows.ts";
import { readMemoryMb } from "./readMemory.ts";
import { openBenchApp } from "./visitor.ts";
import type { BenchApp } from "./visitor.ts";

const { values } = parseArgs({
  options: {
    parked: { type: "string", default: "10000" },
    runs: { type: "string", default: "2000" },
    atOnce: { type: "string", default: "32" },
    /** `sqlite` or `postgres`; both where it is left out. */
    store: { type: "string" },
  },
});
const [parked, runs, atOnce] = [Number(values.parked), Number(values.runs), Number(values.atOnce)];
const warmUp = 200;
/** How many calls of a webhook may come at once. */
const callsEach = 250;
const settleMs = 10_000;

try {
  buildIfMissing();
  console.log(`${availableParallelism()} cores for servers, Postgres and callers`);
  const isWanted = (store: string) => values.store === undefined || values.store === store;
  printRows([
    ...(isWanted("sqlite") ? await measureSqlite() : []),
    ...(isWanted("postgres") ? await measurePostgres() : []),
  ]);
} finally {
  await endServers();
}

async function measureSqlite(): Promise<Row[]> {
  const server = await runServer({ script: npmStart, env: { TRUST_PROXY: "1" } });
  const app = await openBenchApp(server);
  const rate = await measureRate(app, [server]);
  const peak = readMemoryMb(server.pid);
  const fresh = await restart(server);
  const idleMb = await readIdle(fresh);
  await park(app, fresh);
  const full = await restart(fresh);
  const parkedMb = await readIdle(full);
  await full.end();
  return [
    {
      what: "runs of ten steps on SQLite, least",
      measured: rate,
      budget: 100,
      unit: "a second",
      isLeast: true,
    },
    { what: `memory of ${parked} runs that wait`, measured: parkedMb - idleMb, budget: 50, unit: "MB" },
    { what: "memory of the server under load", measured: peak, budget: 350, unit: "MB" },
  ];
}

async function measurePostgres(): Promise<Row[]> {
  const postgres = await startPostgres();
  if (!postgres) return [];
  try {
    const env = { DATABASE_URL: postgres.url, SECRET_KEY: randomBytes(32).toString("hex"), TRUST_PROXY: "1" };
    const one = await runServer({ script: npmStart, env });
    const app = await openBenchApp(one);
    const other = await runServer({ script: npmStart, env });
    const rate = await measureRate(app, [one, other]);
    const [what, unit] = ["runs of ten steps on Postgres with two processes, least", "a second"];
    return [{ what, measured: rate, budget: 300, unit, isLeast: true }];
  } finally {
    await endServers();
    await postgres.stop();
  }
}

/** How many runs end in a second, from the first start to the last end. */
async function measureRate({ client }: BenchApp, servers: RunningServer[]): Promise<number> {
  const ids = Array.from({ length: 10 }, (_, at) => `step${at}`);
  const steps = ids.map((id, at) =>
    at === ids.length - 1
      ? step(id, "end", { expression: `{last: ${ids[at - 1]}}` })
      : step(id, "set", { values: [{ name: id, expression: `{run: run.id, at: \`${at}\`}` }] }),
  );
  const flow = graph(steps, [`start > ${ids.join(" > ")}`]);
  const workflows = await addWorkflows(client, flow, warmUp + runs);
  await startMany(servers, workflows, { from: 0, to: warmUp });
  await untilSum({ client, workflows, read: ({ done }) => done, least: warmUp });
  const begun = performance.now();
  await startMany(servers, workflows, { from: warmUp, to: warmUp + runs });
  await untilSum({ client, workflows, read: ({ done }) => done, least: warmUp + runs });
  return runs / ((performance.now() - begun) / 1000);
}

async function park({ client }: BenchApp, server: RunningServer): Promise<void> {
  const flow = graph([step("wait", "wait", { seconds: 86_400 })], ["start > wait"]);
  const workflows = await addWorkflows(client, flow, parked);
  await startMany([server], workflows, { from: 0, to: parked });
  await untilSum({ client, workflows, read: ({ open }) => open, least: parked });
  for (const { id: workflowId } of workflows)
    for (;;) {
      const query = { state: "running", limit: 1 };
      const { page } = await client.call(listWorkflowRuns, { params: { workflowId }, query });
      if (page.total === 0) break;
      await wait(500); // a bench waits; nothing is asserted by it
    }
}

/** Adds enough copies of a workflow for `calls` calls at once. */
async function addWorkflows(client: TestClient, flow: Graph, calls: number): Promise<WorkflowDetail[]> {
  const trigger = { kind: "webhook", auth: "none", name: "" } as const;
  const made: WorkflowDetail[] = [];
  for (let count = 0; count < calls; count += callsEach)
    made.push(await publishNew(client, { trigger, graph: flow }));
  return made;
}

/** Starts runs by webhook, each server by its share of the callers. */
async function startMany(
  servers: RunningServer[],
  workflows: WorkflowDetail[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  let next = from;
  const caller = async (url: string) => {
    while (next < to) {
      const at = next;
      next += 1;
      const path = new URL(workflows[Math.floor(at / callsEach)]?.hook?.url ?? "", url).pathname;
      const headers = { "x-forwarded-for": `10.1.0.${Math.floor(at / callsEach)}` };
      const response = await fetch(new URL(path, url), { method: "POST", headers });
      await response.body?.cancel();
      if (response.status !== 202) throw new Error(`The webhook answered ${response.status}.`);
    }
  };
  await Promise.all(
    Array.from({ length: atOnce }, (_, at) => caller(servers[at % servers.length]?.url ?? "")),
  );
}

interface Sum {
  client: TestClient;
  workflows: WorkflowDetail[];
  read: (workflow: Workflow) => number;
  least: number;
}

async function untilSum({ client, workflows, read, least }: Sum): Promise<void> {
  const ids = new Set(workflows.map(({ id }) => id));
  for (;;) {
    const { items } = await client.call(listWorkflows, { query: { limit: 100 } });
    const sum = items.filter(({ id }) => ids.has(id)).reduce((all, one) => all + read(one), 0);
    if (sum >= least) return;
    await wait(100); // a bench waits; nothing is asserted by it
  }
}

async function restart(server: RunningServer): Promise<RunningServer> {
  await server.end();
  return server.restart();
}

async function readIdle({ pid }: RunningServer): Promise<number> {
  await wait(settleMs);
  return readMemoryMb(pid);
}
