/**
 * `npm run bench:streams -- FOLDER [--every N] [--full]`: replays recorded provider streams through the real pipeline, as
 * they are, in pieces, cut at every byte and with broken connections. Prints a table and writes bench-streams.json.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { readRecordings, writeRecording } from "./streams/recordings.ts";
import type { Recording } from "./streams/recordings.ts";
import type { Tried } from "./streams/tryRecording.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" }, full: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (!folder) throw new Error("Name the folder of the recordings: npm run bench:streams -- FOLDER");
const every = Math.max(1, Number(values.every));
const startedAt = performance.now();
const recordings = readRecordings(resolve(folder));
if (recordings.length === 0)
  throw new Error("There are no recordings (PROVIDER/.../NAME.chunks.txt) in this folder.");

const faults: string[] = [];
const showEveryMs = 5000;
const wanted = recordings.reduce((sum, one) => sum + Math.ceil(writeRecording(one).length / every), 0);
let cutsTried = 0;
const showing = setInterval(showProgress, showEveryMs);
const results = (await Promise.all(share(recordings, availableParallelism()).map(run))).flat();
clearInterval(showing);
results.sort((one, other) => one.name.localeCompare(other.name));
print(results);
const seconds = (performance.now() - startedAt) / 1000;
const sums = {
  recordings: results.length,
  wrong: results.filter(({ problem }) => problem !== null).length,
  replays: results.reduce((sum, { cuts, splits, breaks }) => sum + cuts + splits + breaks + 2, 0),
  crashes: results.reduce((sum, { crashes }) => sum + crashes.length, 0) + faults.length,
  seconds: Math.round(seconds),
};
console.log(
  `${sums.recordings} recordings, ${sums.wrong} wrong; ${sums.replays} replays, ${sums.crashes} crashes, hangs or unhandled rejections; ${sums.seconds} s`,
);
for (const fault of faults) console.log(fault);
writeFileSync(
  join(import.meta.dirname, "../../bench-streams.json"),
  JSON.stringify({ at: new Date().toISOString(), every, isFull: values.full, ...sums, results }, null, 2),
);
process.exitCode = sums.wrong + sums.crashes > 0 ? 1 : 0;

/** The long ones first, each to whoever has the least. */
function share(all: Recording[], workers: number): Recording[][] {
  const shares = Array.from({ length: workers }, () => ({ bytes: 0, recordings: new Array<Recording>() }));
  const sized = all.map((recording) => ({ recording, bytes: writeRecording(recording).length }));
  for (const { recording, bytes } of sized.sort((one, other) => other.bytes - one.bytes)) {
    const [least] = shares.sort((one, other) => one.bytes - other.bytes);
    least?.recordings.push(recording);
    if (least) least.bytes += bytes;
  }
  return shares.map((one) => one.recordings);
}

function run(given: Recording[]): Promise<Tried[]> {
  return new Promise((resolve) => {
    const tried: Tried[] = [];
    const worker = new Worker(new URL("./streams/worker.ts", import.meta.url), {
      workerData: { recordings: given, every, isFull: values.full },
    });
    worker.on("message", (news: { tried: Tried } | { cuts: number }) => {
      if ("tried" in news) tried.push(news.tried);
      else cutsTried += news.cuts;
    });
    // An unhandled rejection, or whatever else ends a worker.
    worker.on("error", (error) => faults.push(error instanceof Error ? String(error.stack) : String(error)));
    worker.on("exit", () => resolve(tried));
  });
}

function showProgress(): void {
  const share = cutsTried / wanted;
  const seconds = (performance.now() - startedAt) / 1000;
  const left = share > 0 ? `, about ${Math.round(seconds / share - seconds)} s to go` : "";
  console.error(`${cutsTried} of ${wanted} cuts, ${Math.round(seconds)} s${left}`);
}

function print(all: Tried[]): void {
  for (const { name, bytes, whole, problem, cuts, outcomes, crashes, ms, isBroken } of all) {
    const verdict = crashes.length > 0 ? "CRASH" : problem ? "WRONG" : "ok   ";
    const ends = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
    const figures = `${String(bytes).padStart(7)} B ${String(cuts).padStart(7)} cuts ${(ms / 1000).toFixed(1).padStart(6)} s`;
    console.log(
      `${verdict} ${name.padEnd(72)} ${figures}  whole: ${whole}${isBroken ? " (broken as recorded)" : ""}; cut: ${ends.join(", ")}`,
    );
    if (problem) console.log(`      ${problem}`);
    for (const crash of crashes) console.log(`      ${crash}`);
  }
}
