import { call } from "./call.ts";
import { dataSource, oneDataSource } from "./knowledge.ts";
import { data } from "./shapes.ts";
import { sourceSchedule } from "./sourceSchedule.ts";

const writes = { member: "knowledge.update" } as const;

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
  summary: "Says when a data source is synced by itself, or pauses that.",
  body: data(sourceSchedule),
  answer: data(dataSource),
});

export const unscheduleSync = call({
  family: "console",
  method: "DELETE",
  path: `${oneDataSource}/schedule`,
  who: writes,
  audit: "Ended a data source's schedule",
  summary: "Ends a data source's schedule; it is synced when somebody asks.",
});
