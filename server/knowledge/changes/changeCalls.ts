import { getSyncChange, listSyncChanges } from "../../../shared/contract/knowledge/syncChanges.ts";
import type { SyncChange } from "../../../shared/contract/knowledge/syncChanges.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Store } from "../../database/store.ts";
import { handle, type Route } from "../../requests/handle.ts";
import { findRun, findSource } from "../find.ts";
import type { SyncChangeRow } from "../tables.ts";

export interface RunKey {
  organizationId: string;
  runId: string;
}

/** How many answers to visitors cite what each of these changes took away, by the change's id; conversations know. */
export type CountTouched = (run: RunKey, changeIds: readonly string[]) => Promise<Map<string, number>>;

export interface ChangeCallDeps {
  store: Store;
  countTouched: CountTouched;
}

/** The calls on what a sync changed. */
export function changeRoutes({ store, countTouched }: ChangeCallDeps): Route[] {
  async function present(
    run: RunKey,
    rows: Omit<SyncChangeRow, "before" | "after">[],
  ): Promise<SyncChange[]> {
    const answers = await countTouched(
      run,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, pageId, kind, title, url, at }) => ({
      ...{ id, pageId, kind, title, url, at },
      answers: answers.get(id) ?? 0,
    }));
  }

  return [
    handle(listSyncChanges, async ({ caller, params, query: { kind, ...query } }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const source = await findSource(store.db, { ...key, sourceId: params.datasourceId });
      const { id: runId } = await findRun(store.db, source, params.syncHistoryId);
      const mine = store.reader
        .selectFrom("syncChanges")
        .where("organizationId", "=", key.organizationId)
        .where("runId", "=", runId)
        .$if(kind !== undefined, (changes) => changes.where("kind", "=", kind ?? "added"));
      const rows = await mine
        .select([
          "organizationId",
          "runId",
          "id",
          "sourceId",
          "pageId",
          "kind",
          "title",
          "url",
          "isWhole",
          "at",
        ])
        // What went away and what is another may be wrong in answers; what is new is not.
        .orderBy((row) => row.case("kind").when("changed").then(0).when("removed").then(1).else(2).end())
        .orderBy("title")
        .orderBy("id")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const items = await present({ organizationId: key.organizationId, runId }, rows);
      return { items, page: { ...query, total: Number(total) } };
    }),

    handle(getSyncChange, async ({ caller: { organizationId }, params }) => {
      const key = { organizationId, agentId: params.productId, sourceId: params.datasourceId };
      const { id: runId } = await findRun(store.db, await findSource(store.db, key), params.syncHistoryId);
      const row = await store.db
        .selectFrom("syncChanges")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("runId", "=", runId)
        .where("id", "=", params.changeId)
        .executeTakeFirst();
      const [change] = row ? await present({ organizationId, runId }, [row]) : [];
      if (!row || !change) throw new AppError("not_found");
      return { data: { ...change, before: row.before, after: row.after, isWhole: row.isWhole === 1 } };
    }),
  ];
}
