/** A process to kill: has begun the backup of its first argument, says so and never ends. */
import { mkdirSync, writeSync } from "node:fs";
import { holdName } from "../../../server/backup/holdName.ts";

const [, , folder = ""] = process.argv;
const hold = holdName(folder);
mkdirSync(`${folder}.partial`);
writeSync(1, hold === undefined ? "taken\n" : "begun\n");
// Keeps the process alive, and the hold referenced, until the test kills it.
setInterval(() => hold, 60_000);
