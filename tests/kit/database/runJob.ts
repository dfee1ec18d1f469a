/** A process to kill: begins a job of the kind sync in the store of its first argument, says so and never ends it. */
import { writeSync } from "node:fs";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { openStore } from "../../../server/database/openStore.ts";

const { place, now } = JSON.parse(process.argv[2] ?? "{}");
const bus = { publish: () => {}, subscribe: () => () => {} };
const jobs = createJobs({ store: await openStore(place), bus, now: () => now });
jobs.register("sync", async () => {
  writeSync(1, "begun\n");
  await new Promise(() => {});
});
await jobs.start();
setInterval(() => {}, 60_000);
