import * as v from "valibot";
import { installationChecks } from "../../domain/installation.ts";
import { call } from "../call.ts";
import { count, time } from "../shapes.ts";

export const installationCheck = v.object({
  name: v.picklist(installationChecks),
  state: v.picklist(["ok", "warning", "error"]),
  message: v.string(),
  /** What to paste to put it right. */
  lines: v.array(v.string()),
});

export const installation = v.object({
  version: v.string(),
  node: v.string(),
  database: v.picklist(["sqlite", "postgres"]),
  startedAt: time,
  checks: v.array(installationCheck),
  jobs: v.array(
    v.object({
      kind: v.string(),
      queued: count,
      running: count,
      /** Ended without success in the last 24 hours. */
      failed: count,
      /** For how long the oldest one that is due waits. */
      waitsMs: v.nullable(count),
    }),
  ),
  storage: v.object({
    databaseBytes: count,
    files: count,
    fileBytes: count,
    /** What the disk of the data folder has left; null where that can't be told. */
    freeBytes: v.nullable(count),
  }),
  backups: v.object({
    /** Where they are made; null where none are. */
    folder: v.nullable(v.string()),
    /** When, in UTC. */
    at: v.nullable(v.string()),
    isRunning: v.boolean(),
    /** Why the last backup started here failed, or why the bucket does not answer. */
    problem: v.nullable(v.string()),
    items: v.array(v.object({ name: v.string(), madeAt: time, rows: count, files: count })),
  }),
  /** The newest lines of this process's log, the oldest first. */
  log: v.array(
    v.object({
      at: v.string(),
      level: v.string(),
      message: v.string(),
      facts: v.record(v.string(), v.string()),
    }),
  ),
});
export type Installation = v.InferOutput<typeof installation>;

export const getInstallation = call({
  family: "panel",
  method: "GET",
  path: "/v1/installation",
  who: "user",
  summary: "Returns the installation's state, for its first owner and super admins.",
  answersWithinMs: 30_000,
  answer: v.object({ data: installation }),
});

export const startBackup = call({
  family: "panel",
  method: "POST",
  path: "/v1/installation/backups",
  who: "user",
  summary: "Starts a backup next to the nightly ones, for the first owner and super admins.",
  audit: "Made a backup",
  status: 202,
});
