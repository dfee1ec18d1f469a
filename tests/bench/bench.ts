/** `npm run bench`: measures what has a budget, prints a table and writes bench.json. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { weigh } from "../../rollup.budgets.ts";
import { buildIfMissing, readManifest } from "../../server/build.ts";
import { endServers, runServer } from "../kit/processes/runServer.ts";
import { measureCanvas } from "./measureCanvas.ts";
import { measureConsole } from "./measureConsole.ts";
import { measureConversations } from "./measureConversations.ts";
import { measureFirstToken } from "./measureFirstToken.ts";
import { measureCrawl } from "./measureCrawl.ts";
import { measureHostPage } from "./measureHostPage.ts";
import { measureLeft } from "./measureLeft.ts";
import { measureStart } from "./measureStart.ts";
import { measureThread } from "./measureThread.ts";
import { measureWidget } from "./measureWidget.ts";
import { openBenchApp } from "./visitor.ts";

interface Row {
  what: string;
  measured: number;
  budget: number;
  unit: string;
}

const passages = 10_000;

try {
  buildIfMissing();
  const rows = [...weighBundles(), ...(await measure())];
  for (const { what, measured, budget, unit } of rows) {
    const verdict = measured <= budget ? "ok  " : "OVER";
    console.log(`${verdict} ${what.padEnd(52)} ${format(measured)} of ${format(budget)} ${unit}`);
  }
  writeFileSync(
    join(import.meta.dirname, "../../bench.json"),
    JSON.stringify({ at: new Date().toISOString(), rows }, null, 2),
  );
} finally {
  await endServers();
}

function weighBundles(): Row[] {
  return weigh(readManifest()).map(
    ({ what, bytes, limit }: { what: string; bytes: number; limit: number }) => ({
      ...{ what, measured: bytes / 1000, budget: limit / 1000 },
      unit: "kB brotli",
    }),
  );
}

async function measure(): Promise<Row[]> {
  const start = await measureStart();
  const hosting = await runServer();
  const app = await openBenchApp(hosting);
  const host = await measureHostPage(hosting, app);
  const widget = await measureWidget(hosting, app);
  const thread = await measureThread(hosting, app);
  const left = await measureLeft(hosting, app);
  const routeMs = await measureConsole(hosting, app);
  const { framesPerSecond } = await measureCanvas(hosting, app);
  await hosting.end();
  const answering = await runServer();
  const first = await measureFirstToken(answering, passages);
  await answering.end();
  const conversations = await measureConversations(passages);
  const crawl = await measureCrawl();
  return [
    { what: "start to ready, warm", measured: start.readyMs, budget: 3000, unit: "ms" },
    { what: "idle memory", measured: start.idleMb, budget: 250, unit: "MB" },
    { what: "host page: layout shift", measured: host.layoutShift, budget: 0, unit: "" },
    {
      what: "host page: main thread until the launcher shows",
      measured: host.mainThreadMs,
      budget: 20,
      unit: "ms",
    },
    { what: "host page: new names on window", measured: host.newGlobals, budget: 1, unit: "" },
    { what: "slow phone: launcher shows", measured: widget.launcherMs, budget: 1200, unit: "ms" },
    { what: "slow phone: can type, prefetched", measured: widget.preparedMs, budget: 100, unit: "ms" },
    { what: "slow phone: can type, not prefetched", measured: widget.unpreparedMs, budget: 900, unit: "ms" },
    { what: "requests until one can type", measured: widget.requests, budget: 4, unit: "" },
    { what: "10,000-message thread opens", measured: thread.openMs, budget: 300, unit: "ms" },
    { what: "scrolling it: time between frames", measured: thread.frameMs, budget: 34, unit: "ms p95" },
    { what: "memory of 1,000 messages", measured: thread.memoryMb, budget: 40, unit: "MB" },
    { what: "console: route change on data already there", measured: routeMs, budget: 100, unit: "ms p95" },
    // 60 frames a second.
    { what: "canvas of 200 steps: time a frame", measured: 1000 / framesPerSecond, budget: 16.8, unit: "ms" },
    { what: "left by 100 widgets: nodes", measured: left.nodes, budget: 10, unit: "" },
    { what: "left by 100 widgets: listeners", measured: left.listeners, budget: 0, unit: "" },
    { what: "left by 100 widgets: frames", measured: left.frames, budget: 0, unit: "" },
    { what: "left by 100 widgets: timers", measured: left.timers, budget: 0, unit: "" },
    { what: "left by 100 widgets: connections", measured: left.connections, budget: 0, unit: "" },
    { what: "left by 100 widgets: observers", measured: left.observers, budget: 0, unit: "" },
    {
      what: `first token, built-in model, ${first.passages} passages`,
      measured: first.medianMs,
      budget: 50,
      unit: "ms median",
    },
    {
      what: `first token over the provider's own, ${conversations.passages} passages`,
      measured: conversations.overheadMs,
      budget: 15,
      unit: "ms median",
    },
    {
      what: "64 conversations at once: time by the bare provider's",
      // At least 0.95 of its throughput is at most 1 / 0.95 of its time.
      measured: 1 / conversations.throughput,
      budget: 1 / 0.95,
      unit: "times",
    },
    {
      what: "64 conversations at once, under way: time by the bare provider's",
      measured: 1 / conversations.throughputUnderWay,
      budget: 1 / 0.95,
      unit: "times",
    },
    { what: "64 conversations at once: memory", measured: conversations.memoryMb, budget: 250, unit: "MB" },
    // 50 pages a second at least.
    { what: "crawl of 1,121 pages: time a page", measured: crawl.msPerPage, budget: 20, unit: "ms" },
    {
      what: "crawl of 1,121 pages: memory more in the second half",
      measured: crawl.grownMb,
      budget: 50,
      unit: "MB",
    },
  ];
}

function format(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : 1).padStart(9);
}
