/** `npm run bench`: measures what has a budget, prints a table and writes bench.json. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { weigh } from "../../rollup.budgets.ts";
import { buildIfMissing, readManifest } from "../../server/build.ts";
import { endServers, runServer } from "../kit/runServer.ts";
import { measureFirstToken } from "./measureFirstToken.ts";
import { measureHostPage } from "./measureHostPage.ts";
import { measureStart } from "./measureStart.ts";
import { openBenchHouse } from "./visitor.ts";

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
  const host = await measureHostPage(hosting, await openBenchHouse(hosting));
  await hosting.end();
  const answering = await runServer();
  const first = await measureFirstToken(answering, passages);
  await answering.end();
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
    {
      what: `first token, built-in model, ${first.passages} passages`,
      measured: first.medianMs,
      budget: 50,
      unit: "ms median",
    },
  ];
}

function format(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : 1).padStart(9);
}
