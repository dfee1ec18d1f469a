import * as v from "valibot";
import { call } from "../call.ts";
import { fileKinds } from "../../domain/fileKinds.ts";
import { dataSource, oneDataSource, syncRun } from "./knowledge.ts";
import { mostFiles } from "./sourceConfigs.ts";
import { data, id, list, paging } from "../shapes.ts";
import { sourceSchedule } from "./sourceSchedule.ts";

const writes = { member: "knowledge.update" } as const;

/** How the syncs of a source stand, without what it reads. */
export const syncStatus = v.pick(dataSource, [
  ...(["id", "name", "status", "error", "counts", "lastRun", "lastSyncedAt", "nextSyncAt"] as const),
]);
export type SyncStatus = v.InferOutput<typeof syncStatus>;

/** For programs that wait for a sync: whatever the query leaves out is not asked about. */
export const listSyncStatus = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/datasources/sync-status",
  who: { member: "knowledge.read" },
  summary: "Returns the sync states of an agent's data sources, newest source first.",
  query: v.object({
    ...paging.entries,
    datasourceId: v.optional(id),
    status: v.optional(dataSource.entries.status),
  }),
  answer: list(syncStatus),
});

const someFiles = v.optional(v.pipe(v.array(id), v.maxLength(mostFiles)), []);

/**
 * Files under a kind of their own have to be of it, by their names; `files` takes all that are read. Those that the
 * source has are not read again. 409 `conflict`: the source is of another kind, or would hold more than 200 files.
 */
export const syncFiles = call({
  family: "console",
  method: "POST",
  path: `${oneDataSource}/sync-files`,
  who: writes,
  audit: "Added files to a data source",
  summary: "Adds uploaded files to a data source of files and reads them. Existing files stay.",
  status: 202,
  body: data(
    v.pipe(
      v.strictObject(v.entriesFromList(fileKinds, someFiles)),
      v.check((kinds) => fileKinds.some((kind) => kinds[kind].length > 0), "Choose at least one file."),
    ),
  ),
  answer: data(dataSource),
});

/**
 * Times that passed while the server was down are made up by one sync, and a sync that is under way takes the place of
 * one that falls due. Where nothing outside can change, as with uploaded files, this is 400; where the plan has no syncs
 * on a schedule, 402 `plan_limit`.
 */
export const scheduleSync = call({
  family: "console",
  method: "PUT",
  path: `${oneDataSource}/schedule`,
  who: writes,
  audit: "Scheduled a data source's sync",
  summary: "Sets or pauses a data source's sync schedule.",
  body: data(sourceSchedule),
  answer: data(dataSource),
});

export const unscheduleSync = call({
  family: "console",
  method: "DELETE",
  path: `${oneDataSource}/schedule`,
  who: writes,
  audit: "Ended a data source's schedule",
  summary: "Removes a data source's sync schedule.",
});

/** It takes the place of the one before, which starts nothing from then on. */
export const makeSyncWebhook = call({
  family: "console",
  method: "POST",
  path: `${oneDataSource}/sync/webhook`,
  who: writes,
  forKeys: "never",
  audit: "Created a webhook for a data source's sync",
  summary: "Creates the address that starts a data source's sync. Only this answer contains it.",
  answer: data(v.object({ url: v.string(), source: dataSource })),
});

export const revokeSyncWebhook = call({
  family: "console",
  method: "DELETE",
  path: `${oneDataSource}/sync/webhook`,
  who: writes,
  forKeys: "never",
  audit: "Revoked the webhook of a data source's sync",
  summary: "Revokes the address that starts a data source's sync. It stops working immediately.",
});

/**
 * For another system to call when something changed; the token is all that it needs, and whatever it sends along is not
 * read. A sync that is under way may have passed what changed: it is given, and another one follows its end. An unknown
 * or revoked token is 404 `not_found`.
 */
export const syncByWebhook = call({
  family: "webhooks",
  method: "POST",
  path: "/v1/datasources/sync/{token}",
  who: "anyone",
  limit: "syncByWebhook",
  maxBodyBytes: 1_000_000,
  summary: "Starts the sync of the data source that a webhook's token belongs to.",
  status: 202,
  answer: data(syncRun),
});
