/**
 * `npm run bench:channels`: webhooks acknowledged, repeated and reordered, a server killed between receiving and reading, and
 * a platform that does not answer, and how soon an answer's first word goes out on the telephone. With a FOLDER of recorded updates it says how many are read, and names the others.
 */
import { parseArgs } from "node:util";
import { endServers } from "../kit/processes/runServer.ts";
import { measureAcks } from "./channels/measureAcks.ts";
import { measureDeadPlatform } from "./channels/measureDeadPlatform.ts";
import { measurePhone } from "./channels/measurePhone.ts";
import { openChannelServer } from "./channels/openChannelServer.ts";
import { readRecorded } from "./channels/readRecorded.ts";
import { printRows } from "./printRows.ts";
import type { Row } from "./printRows.ts";

const { values, positionals } = parseArgs({
  options: {
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
    updates: { type: "string", default: "10000" },
  },
  allowPositionals: true,
});

const rows: Row[] = [];
const [folder] = positionals;
if (folder !== undefined) {
  const { read, named, foreign, crashes } = readRecorded(folder);
  for (const [what, count] of named) console.log(`${String(count).padStart(4)} ${what}`);
  crashes.forEach((crash) => console.log(crash));
  rows.push(
    { what: "recorded updates read", measured: read, budget: null, unit: "" },
    { what: "named as unknown, or as none of ours", measured: sum(named.values()), budget: null, unit: "" },
    { what: "of channels that we do not have", measured: foreign, budget: null, unit: "" },
    { what: "crashes", measured: crashes.length, budget: 0, unit: "" },
  );
}
try {
  const opened = await openChannelServer();
  const [rate, seconds, updates] = [values.rate, values.seconds, values.updates].map(Number);
  rows.push(
    ...(await measureAcks(opened, { rate: rate ?? 0, seconds: seconds ?? 0, updates: updates ?? 0 })),
  );
  rows.push(...(await measureDeadPlatform(opened)));
  await opened.close();
  rows.push(...(await measurePhone()));
  printRows(rows);
} finally {
  await endServers();
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((all, one) => all + one, 0);
}
