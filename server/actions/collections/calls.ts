import {
  createCollection,
  getCollection,
  listCollections,
  removeCollection,
  updateCollection,
} from "../../../shared/contract/collections/collections.ts";
import { maxCollections } from "../../../shared/domain/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { planColumns, refuse } from "./columns.ts";
import type { Settings } from "./columns.ts";
import type { CollectionDeps } from "./deps.ts";
import { findCollection, findKey, lockCollection } from "./find.ts";
import { prepareColumns } from "./prepareColumns.ts";
import { presentCollections, readColumns } from "./present.ts";
import { settingColumns } from "./settingColumns.ts";
import { removeWithRows } from "./removeCollection.ts";
import { queueSweep } from "./sweep.ts";
import type { StoredCollection } from "./tables.ts";
import { setCollection } from "./writeRows.ts";

/** The calls on data collections themselves. */
export function collectionRoutes({ store, jobs, now }: CollectionDeps): Route[] {
  async function present(row: StoredCollection) {
    const [collection] = await presentCollections(store.db, [row]);
    if (!collection) throw new AppError("not_found");
    return { data: collection };
  }

  return [
    handle(listCollections, async ({ caller, params, query }) => {
      const { organizationId, agentId } = await findKey(store.db, caller, params);
      const mine = store.db
        .selectFrom("collections")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId);
      const rows = await mine
        .selectAll()
        .orderBy("name")
        .orderBy("id")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return { items: await presentCollections(store.db, rows), page: { ...query, total: Number(total) } };
    }),

    handle(createCollection, async ({ caller, params, body }) => {
      const key = await findKey(store.db, caller, params);
      const { columns: given, ...settings } = body.data;
      checkRights(settings.agentMay);
      const { columns, lastColumn } = planColumns(null, { known: [], given, rule: null });
      const at = now();
      const row: StoredCollection = {
        ...{ ...key, id: newId(at), columns: JSON.stringify(columns), lastColumn },
        ...{ ...settingColumns(settings), lastRow: 0, rowCount: 0 },
        ...{ visitorColumnId: null, visitorEquals: null },
        ...{ pendingImportId: null, lastImportId: null, createdAt: at, updatedAt: at },
      };
      await store.transaction(async (tx) => {
        await refuseTooMany(tx, key);
        await tx.insertInto("collections").values(row).execute();
      });
      return present(row);
    }),

    handle(getCollection, async ({ caller, params }) =>
      present(await findCollection(store.db, keyOf(caller, params))),
    ),

    handle(updateCollection, async ({ caller, params, body }) => {
      const key = keyOf(caller, params);
      const { columns: given, visitorColumn: rule, ...settings } = body.data;
      checkRights(settings.agentMay);
      await store.transaction(async (tx) => {
        const before = await lockCollection(tx, key);
        const planned = planColumns(before, { known: readColumns(before), given, rule });
        await setCollection(tx, before, {
          ...{ columns: JSON.stringify(planned.columns), lastColumn: planned.lastColumn },
          ...{ ...settingColumns(settings), updatedAt: now() },
          ...{ visitorColumnId: rule?.columnId ?? null, visitorEquals: rule?.equals ?? null },
        });
        if (planned.swept.length === 0) return;
        const { organizationId, collectionId } = key;
        await queueSweep(tx, jobs, { organizationId, collectionId, columnIds: planned.swept });
      });
      await prepareColumns(store, key);
      return present(await findCollection(store.db, key));
    }),

    handle(removeCollection, async ({ caller, params }) => {
      await store.transaction(async (tx) => {
        await removeWithRows(tx, jobs, await lockCollection(tx, keyOf(caller, params)));
      });
      return undefined;
    }),
  ];
}

interface Params {
  productId: string;
  collectionId: string;
}

/** Which collection a path names. */
export function keyOf({ organizationId }: { organizationId: string }, { productId, collectionId }: Params) {
  return { organizationId, agentId: productId, collectionId };
}

function checkRights({ read, change }: Settings["agentMay"]): void {
  if (change && !read) throw refuse("agentMay", "To change rows, the agent must be able to read them.");
}

async function refuseTooMany(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  // Held, so that of two that are made at once the second counts the first.
  await tx
    .selectFrom("agents")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .forUpdate()
    .executeTakeFirst();
  const { total } = await tx
    .selectFrom("collections")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (Number(total) < maxCollections) return;
  const message = `An agent has at most ${maxCollections} data collections. Delete one that is not used.`;
  throw new AppError("conflict", { message });
}
