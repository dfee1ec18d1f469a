import { scheduleSync, unscheduleSync } from "../../../shared/contract/knowledge/sync.ts";
import type { SourceSchedule } from "../../../shared/contract/knowledge/sourceSchedule.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import { findNextSync } from "../../../shared/domain/syncSchedule.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { handle, type Route } from "../../requests/handle.ts";
import { lockSource, type SourceKey } from "../find.ts";
import { createSourceWork, type SourceWorkDeps } from "../sourceWork.ts";
import type { DataSourceRow } from "../tables.ts";
import type { MayAutoSync } from "./startSchedules.ts";

export interface ScheduleCallDeps extends SourceWorkDeps {
  mayAutoSync: MayAutoSync;
}

/** The calls that say when a source is synced by itself. */
export function scheduleRoutes({ store, jobs, events, now, mayAutoSync }: ScheduleCallDeps): Route[] {
  const { presentOne } = createSourceWork({ store, jobs, events, now });

  async function setSchedule(key: SourceKey, schedule: SourceSchedule | null): Promise<DataSourceRow> {
    return store.transaction(async (tx: Tx) => {
      const source = await lockSource(tx, key);
      if (schedule && !kindHas(source.kind, "readsOutside")) {
        const message = "Nothing outside changes what this source says. Edit it instead.";
        throw new AppError("invalid_input", { message });
      }
      return tx
        .updateTable("dataSources")
        .set({
          schedule: schedule && JSON.stringify(schedule),
          nextSyncAt: schedule && !schedule.isPaused ? findNextSync(schedule, now()) : null,
          updatedAt: now(),
        })
        .where("organizationId", "=", source.organizationId)
        .where("id", "=", source.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  return [
    handle(scheduleSync, async ({ caller: { organizationId }, params, body }) => {
      const key = { organizationId, agentId: params.productId, sourceId: params.datasourceId };
      if (!body.data.isPaused && !(await mayAutoSync(organizationId, now())))
        throw new AppError("plan_limit");
      return presentOne(await setSchedule(key, body.data));
    }),

    handle(unscheduleSync, async ({ caller: { organizationId }, params }) => {
      await setSchedule({ organizationId, agentId: params.productId, sourceId: params.datasourceId }, null);
      return undefined;
    }),
  ];
}
