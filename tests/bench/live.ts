/**
 * `npm run bench:live`: widgets on one server: many connected with answers streaming, all back at once after a restart,
 * sends repeated through a line that loses answers, and a server killed again and again under load. Prints a table, and
 * the figures as JSON last. The widgets are processes of their own; server, provider and widgets share this machine.
 */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { buildIfMissing } from "../../server/build.ts";
import { endServers } from "../kit/processes/runServer.ts";
import { measureConnected } from "./live/measureConnected.ts";
import { measureKills } from "./live/measureKills.ts";
import { measureRepeats } from "./live/measureRepeats.ts";
import { printRows } from "./printRows.ts";
import type { Row } from "./printRows.ts";

const { values } = parseArgs({
  options: {
    widgets: { type: "string", default: "10000" },
    streams: { type: "string", default: "500" },
    seconds: { type: "string", default: "30" },
    sends: { type: "string", default: "10000" },
    kills: { type: "string", default: "200" },
    processes: { type: "string", default: "4" },
    // A quick model of today gives as many and as quick pieces in ten seconds.
    pieces: { type: "string", default: "500" },
    "piece-ms": { type: "string", default: "20" },
    only: { type: "string", default: "connected,repeats,kills" },
  },
});
const { widgets, streams, seconds, sends, kills, processes, pieces, pieceMs } = {
  widgets: Number(values.widgets),
  streams: Number(values.streams),
  seconds: Number(values.seconds),
  sends: Number(values.sends),
  kills: Number(values.kills),
  processes: Number(values.processes),
  pieces: Number(values.pieces),
  pieceMs: Number(values["piece-ms"]),
};
const parts = values.only.split(",");
/** Beside the connections of the widgets: answers, database, provider. */
const otherHandles = 1000 + 2 * streams;

try {
  refuseWithoutHandles();
  buildIfMissing();
  console.log(
    `${availableParallelism()} cores for server, provider and ${processes} processes full of widgets`,
  );
  const rows: Row[] = [];
  if (parts.includes("connected")) {
    rows.push(...(await measureConnected({ widgets, streams, seconds, processes, pieces, pieceMs })));
  }
  if (parts.includes("repeats")) rows.push(...(await measureRepeats({ sends, processes })));
  if (parts.includes("kills")) rows.push(...(await measureKills({ kills })));
  printRows(rows);
} finally {
  await endServers();
}

/** Each connection is a file handle of the server; Node takes as many as the hard limit allows. */
function refuseWithoutHandles(): void {
  const limit = spawnSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).stdout.trim();
  const needed = widgets + otherHandles;
  if (limit === "unlimited" || Number(limit) >= needed) return;
  throw new Error(`This shell allows ${limit} open files and ${needed} are needed: ulimit -n ${needed}`);
}
