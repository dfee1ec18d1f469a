import { chooseSharedSource, listSharedSources } from "../../../shared/contract/knowledge/sharedSources.ts";
import type { SharedSource } from "../../../shared/contract/knowledge/sharedSources.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { announceAgent } from "../../agents/announce.ts";
import { completeStep } from "../../agents/setupGuide/steps.ts";
import type { Store } from "../../database/store.ts";
import { handle, type Route } from "../../requests/handle.ts";
import type { Events } from "../../live/events.ts";
import { checkAgent, lockSource } from "../find.ts";
import { presentCounts, readConfig } from "../present.ts";
import type { DataSourceRow } from "../tables.ts";
import { listUsed, stopUse, useSources } from "./sharedUse.ts";

export interface SharedDeps {
  store: Store;
  events: Events;
  now: () => number;
}

/** The calls by which an agent chooses among the organization's own data sources. */
export function sharedRoutes({ store, events, now }: SharedDeps): Route[] {
  return [
    handle(listSharedSources, async ({ caller: { organizationId }, params, query }) => {
      const agent = { organizationId, agentId: params.productId };
      await checkAgent(store.db, agent);
      const all = store.db
        .selectFrom("dataSources")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", organizationItself);
      const rows = await all
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await all
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const used = new Set((await listUsed(store.db, agent)).map(({ id }) => id));
      const items = rows.map((row) => present(row, used.has(row.id)));
      return { items, page: { ...query, total: Number(total) } };
    }),

    handle(chooseSharedSource, async ({ caller: { organizationId }, params, body }) => {
      const agent = { organizationId, agentId: params.productId };
      const { isUsed } = body.data;
      const row = await store.transaction(async (tx) => {
        await checkAgent(tx, agent);
        const key = { organizationId, agentId: organizationItself, sourceId: params.datasourceId };
        const source = await lockSource(tx, key);
        if (isUsed) {
          await useSources(tx, agent, [source.id]);
          await completeStep(tx, agent, "datasources");
          await announceAgent(events, tx, { ...agent, now: now() });
        } else await stopUse(tx, agent, source.id);
        return source;
      });
      return { data: present(row, isUsed) };
    }),
  ];
}

function present(row: DataSourceRow, isUsed: boolean): SharedSource {
  const { id, name, status, error, lastSyncedAt } = row;
  const { kind } = readConfig(row);
  return { id, name, kind, status, error, counts: presentCounts(row), lastSyncedAt, isUsed };
}
