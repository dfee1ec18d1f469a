import { scheduleSync, unscheduleSync } from "../../shared/contract/sync.ts";
import type { SourceSchedule } from "../../shared/contract/sourceSchedule.ts";
import { client } from "./client.ts";
import { readDataSource, sourceParams, takeSource } from "./dataSources.ts";
import type { SourcePlace } from "./dataSources.ts";

/** Says when a source is synced by itself; null ends that. */
export async function changeSchedule(place: SourcePlace, schedule: SourceSchedule | null): Promise<void> {
  const params = sourceParams(place);
  if (schedule) {
    takeSource((await client.call(scheduleSync, { params, body: { data: schedule } })).data);
    return;
  }
  await client.call(unscheduleSync, { params });
  await readDataSource(place);
}
