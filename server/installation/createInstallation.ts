import { getInstallation, startBackup } from "../../shared/contract/installation/installation.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { isFirstOwner } from "../accounts/firstOwner.ts";
import type { Capability } from "../agents/capability.ts";
import { makeInOwnProcess } from "../backup/nightly.ts";
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
  /** Makes a backup; by the command line where it is left out. */
  makeBackup?: ((name: string) => Promise<void>) | undefined;
}

/** What the installation's owner sees and does. */
export function createInstallation(deps: InstallationDeps): Capability {
  const { store, now, report, settings, makeBackup: make = makeInOwnProcess } = deps;
  const backups = createBackups({ settings: settings.backup, make, now, report });
  const shown = { ...deps, backups, startedAt: now() };
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

/** It concerns every organization, so owning one of them is not enough; to others it is not there. */
async function refuseOthers(db: Db, { userId, isSuperAdmin }: UserCaller): Promise<void> {
  if (isSuperAdmin || (await isFirstOwner(db, userId))) return;
  throw new AppError("not_found");
}
