import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { isSealedBy } from "../accounts/secretKeyCheck.ts";
import { fillBlocks } from "../conversations/figures/fill.ts";
import { CannotStart } from "../database/cannotStart.ts";
import { listOwners, listSteps, migrate } from "../database/migrate.ts";
import { openStore } from "../database/openStore.ts";
import { makePrivateFolder } from "../database/privateFolder.ts";
import type { Secrets } from "../database/secrets.ts";
import { openSqliteCopy } from "../database/sqlite.ts";
import type { Db, Store } from "../database/store.ts";
import type { Part } from "./agentTables.ts";
import { chooseTables, lookThrough, writePart } from "./copyPart.ts";
import { findPart, hasOrganization, refusePresent } from "./findPart.ts";
import type { PartWish } from "./findPart.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { rebuildIndex } from "./rebuildIndex.ts";
import { checkFiles, fillRows, hasData, putFiles, putKey } from "./restoreBackup.ts";
import type { RestoreDeps } from "./restoreBackup.ts";

export type PartDeps = RestoreDeps & { openSecrets(): Secrets };

/**
 * Restores one organization or one agent from a backup, into an installation with other data or an empty one. The rows go into
 * a scratch database first, where every hash is compared and an older backup is upgraded. Gives a summary.
 */
export async function restorePart(
  deps: PartDeps,
  given: { from: string; wish: PartWish; passphrase?: string },
): Promise<string> {
  const { store, dataDir, migrations } = deps;
  const manifest = await readManifest(given.from);
  await prepare(store, migrations);
  makePrivateFolder(dataDir);
  const folder = await mkdtemp(join(dataDir, "restore-"));
  try {
    const scratch = await openStore({ dataDir: folder, isBrief: true });
    try {
      await fillRows(scratch, { from: given.from, manifest, migrations });
      return await restoreFrom(deps, scratch, { ...given, manifest });
    } finally {
      await scratch.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A new database gets its tables. An older one is upgraded by a start only, which makes a backup before. */
async function prepare(store: Store, migrations: RestoreDeps["migrations"]): Promise<void> {
  const { done, pending } = await listSteps(store.db, migrations);
  if (pending.length === 0) return;
  if (done.length > 0)
    throw new CannotStart(
      "This version of Pilothouse has not been started with this database. Start it once first.",
    );
  await migrate(store, migrations);
}

async function restoreFrom(
  deps: PartDeps,
  scratch: Store,
  given: { from: string; wish: PartWish; passphrase?: string; manifest: Manifest },
): Promise<string> {
  const { store, report, openSecrets } = deps;
  const { from, wish, manifest } = given;
  const isEmpty = !(await hasData(store.db));
  const found = await findPart(scratch.db, wish);
  await refusePresent(store.db, found);
  if (!isEmpty) await compareKeys(scratch.db, openSecrets());
  // A backup from before there were blocks has none, and an agent that is put back gets none from a start.
  await fillBlocks(scratch, found.organizationId);
  const withOrganization = !(await hasOrganization(store.db, found.organizationId));
  const part: Part = { ...found, withOrganization };
  const copy = openSqliteCopy(scratch.file ?? "");
  try {
    const owned = { ...part, owners: listOwners(deps.migrations) };
    const tables = await chooseTables(copy, { part: owned, to: store.db, isEmpty });
    const fileIds = await lookThrough(tables, { part, to: store.db });
    // Otherwise the fill under way here would count the agent's figures a second time.
    await fillBlocks(store, found.organizationId);
    const files = manifest.files.filter(({ id }) => fileIds.has(id));
    await checkFiles(from, files);
    await putFiles(deps.files, from, files);
    const rows = await writePart(store, tables, {
      isWanted: (table, { id }) => table !== "files" || fileIds.has(String(id)),
      report,
    });
    report(`${await rebuildIndex(store, part)} messages in the search index`);
    const key = isEmpty ? ` ${await putKey(deps, given)}` : "";
    const madeAt = new Date(manifest.madeAt).toISOString();
    return `Restored ${describe(part)} of ${madeAt}: ${rows} rows and ${files.length} files.${key}`;
  } finally {
    copy.close();
  }
}

/** Another installation's sealed values could never be opened here. */
async function compareKeys(backup: Db, secrets: Secrets): Promise<void> {
  if ((await isSealedBy(backup, secrets)) !== false) return;
  throw new CannotStart(
    "This backup was made with another secret key, so its keys and tokens can't be read here. Restore it into an empty installation.",
  );
}

function describe({ agentId, organizationId, withOrganization }: Part): string {
  if (agentId === null) return `organization ${organizationId}`;
  return `agent ${agentId}${withOrganization ? `, and organization ${organizationId} without its other agents,` : ""}`;
}
