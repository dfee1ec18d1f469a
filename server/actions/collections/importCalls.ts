import {
  cancelCollectionImport,
  getCollectionImport,
  previewCollectionImport,
  startCollectionImport,
} from "../../../shared/contract/collections/collections.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { keyOf } from "./calls.ts";
import { refuse } from "./columns.ts";
import type { CollectionDeps } from "./deps.ts";
import { findCollection, findImport, lockCollection } from "./find.ts";
import { checkMapping, openImported, previewImport, readImported } from "./importFile.ts";
import { importJob } from "./importJob.ts";
import { presentImport, readColumns } from "./present.ts";
import type { CollectionImportRow } from "./tables.ts";
import { setCollection } from "./writeRows.ts";

/** The calls on imports into a collection. */
export function importRoutes(deps: CollectionDeps): Route[] {
  const { store, jobs, now } = deps;
  return [
    handle(previewCollectionImport, async ({ caller, params, body, request: { signal } }) => {
      const { organizationId } = caller;
      const collection = await findCollection(store.db, keyOf(caller, params));
      const { fileId, mapping } = body.data;
      const file = await readImported(deps, { organizationId, fileId, signal });
      return { data: await previewImport(deps, collection, { file, mapping }) };
    }),

    handle(startCollectionImport, async ({ caller, params, body }) => {
      const { organizationId, userId } = caller;
      const { fileId, mapping } = body.data;
      await findCollection(store.db, keyOf(caller, params));
      const file = await openImported(deps, { organizationId, fileId });
      const row = await store.transaction(async (tx) => {
        const collection = await lockCollection(tx, keyOf(caller, params));
        if (collection.pendingImportId !== null)
          throw new AppError("conflict", {
            message: "Another import is under way. Wait until it has ended.",
          });
        checkMapping(readColumns(collection), mapping);
        const missing = readColumns(collection).find(
          ({ id, required }) => required && !mapping.some(({ columnId }) => columnId === id),
        );
        if (missing) throw refuse("mapping", `${missing.name} is required. Choose its column in the file.`);
        const at = now();
        const id = newId(at);
        const payload = { importId: id };
        const job = await jobs.enqueue(tx, { organizationId, kind: importJob, key: id, payload });
        const started: CollectionImportRow = {
          ...{ organizationId, id, agentId: collection.agentId, collectionId: collection.id, jobId: job.id },
          ...{ fileId, fileName: file.name, mapping: JSON.stringify(mapping), state: "queued" },
          ...{ total: 0, done: 0, added: 0, refused: 0, problems: "[]", error: null },
          ...{ createdBy: userId, createdAt: at, endedAt: null },
        };
        await tx.insertInto("collectionImports").values(started).execute();
        await setCollection(tx, collection, { pendingImportId: id, lastImportId: id });
        return started;
      });
      return { data: presentImport(row) };
    }),

    handle(getCollectionImport, async ({ caller, params }) => {
      const collection = await findCollection(store.db, keyOf(caller, params));
      return { data: presentImport(await findImport(store.db, collection, params.importId)) };
    }),

    handle(cancelCollectionImport, async ({ caller, params }) => {
      const collection = await findCollection(store.db, keyOf(caller, params));
      const row = await findImport(store.db, collection, params.importId);
      const { organizationId, jobId } = row;
      await store.transaction(async (tx) => {
        if (jobId !== null) await jobs.cancel(tx, { organizationId, id: jobId });
      });
      return { data: presentImport(await findImport(store.db, collection, row.id)) };
    }),
  ];
}
