import {
  makeSyncWebhook,
  revokeSyncWebhook,
  scheduleSync,
  unscheduleSync,
} from "../../../shared/contract/knowledge/sync.ts";
import type { SourceSchedule } from "../../../shared/contract/knowledge/sourceSchedule.ts";
import { callSources } from "./callSources.ts";
import { readDataSource, sourceParams, takeSource } from "./dataSources.ts";
import type { SourcePlace } from "./dataSources.ts";

/** Says when a source is synced by itself; null ends that. */
export async function changeSchedule(place: SourcePlace, schedule: SourceSchedule | null): Promise<void> {
  const params = sourceParams(place);
  if (schedule) {
    takeSource((await callSources(scheduleSync, { params, body: { data: schedule } })).data);
    return;
  }
  await callSources(unscheduleSync, { params });
  await readDataSource(place);
}

/** Gives a new address that starts a sync; the earlier one stops working. */
export async function makeWebhook(place: SourcePlace): Promise<string> {
  const { data } = await callSources(makeSyncWebhook, { params: sourceParams(place) });
  takeSource(data.source);
  return data.url;
}

/** Revokes the address that starts a sync. */
export async function revokeWebhook(place: SourcePlace): Promise<void> {
  await callSources(revokeSyncWebhook, { params: sourceParams(place) });
  await readDataSource(place);
}
