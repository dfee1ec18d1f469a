import { getInstallation, startBackup } from "../../shared/contract/installation/installation.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { isFirstOwner } from "../accounts/firstOwner.ts";
import type { Capability, Leaf } from "../agents/capability.ts";
import { makeInOwnProcess } from "../backup/nightly.ts";
import { checkIntegrity } from "../database/integrity.ts";
import type { Integrity } from "../database/integrity.ts";
import type { Db, Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { UserCaller } from "../requests/handle.ts";
import type { LogEntry } from "../requests/log.ts";
import { createBackups } from "./backups.ts";
import type { CheckDeps } from "./facts.ts";
import { showInstallation } from "./show.ts";

export interface InstallationDeps extends CheckDeps {
  store: Store;
  readLog: () => readonly LogEntry[];
  report: (error: unknown) => void;
  /** Makes a backup. Default: runs the command line. */
  makeBackup?: ((name: string) => Promise<void>) | undefined;
}

/** The calls of the Installation screen. */
export const installation: Leaf<InstallationDeps> = { create: createInstallation };

function createInstallation(deps: InstallationDeps): Capability {
  const { store, now, report, settings, makeBackup: make = makeInOwnProcess } = deps;
  const backups = createBackups({ settings: settings.backup, make, now, report });
  const lookAtPages = lookDaily(store, now);
  const shown = { ...deps, backups, lookAtPages, startedAt: now() };
  return {
    name: "installation",
    routes: [
      handle(getInstallation, async ({ caller }) => {
        await refuseOthers(store.db, caller);
        return { data: await showInstallation(shown) };
      }),
      handle(startBackup, async ({ caller }) => {
        await refuseOthers(store.db, caller);
        backups.start();
        return undefined;
      }),
    ],
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Reading all pages keeps a reader busy for seconds, so views of a day share one look. */
function lookDaily(store: Store, now: () => number): () => Integrity {
  let last: { at: number; integrity: Integrity } | null = null;
  return () => {
    if (last === null || now() - last.at >= dayMs)
      last = { at: now(), integrity: checkIntegrity(store, () => {}) };
    return last.integrity;
  };
}

/** It shows all organizations' server, so owning one organization is not enough. Others get "not found". */
async function refuseOthers(db: Db, { userId, isSuperAdmin }: UserCaller): Promise<void> {
  if (isSuperAdmin || (await isFirstOwner(db, userId))) return;
  throw new AppError("not_found");
}
