import { installationChecks } from "../../shared/domain/installation.ts";
import type { InstallationCheck, InstallationCheckName } from "../../shared/domain/installation.ts";
import {
  checkClock,
  checkDatabase,
  checkJobs,
  checkPooler,
  checkSecret,
  checkVersions,
} from "./checks/database.ts";
import { checkBackups, checkDataFolder, checkDisk, checkOpenFiles } from "./checks/machine.ts";
import { checkEgress, checkMail, checkProxy, checkPublicAddress } from "./checks/network.ts";
import type { CheckDeps } from "./facts.ts";
import { fail } from "./verdict.ts";
import type { Found } from "./verdict.ts";

type Check = (deps: CheckDeps) => Promise<Found>;

const checks: Record<InstallationCheckName, Check> = {
  versions: checkVersions,
  database: checkDatabase,
  pooler: checkPooler,
  "secret key": checkSecret,
  "data folder": checkDataFolder,
  disk: checkDisk,
  jobs: checkJobs,
  clock: checkClock,
  "public address": checkPublicAddress,
  proxy: checkProxy,
  mail: checkMail,
  egress: checkEgress,
  backups: checkBackups,
  "open files": checkOpenFiles,
};

/** Runs all checks in parallel. A check that throws counts as an error. */
export async function examine(deps: CheckDeps): Promise<InstallationCheck[]> {
  const found = await Promise.all(
    installationChecks.map(async (name): Promise<InstallationCheck | null> => {
      const result = await checks[name](deps).catch((error: unknown) =>
        fail(`This check failed: ${error instanceof Error ? error.message : String(error)}.`),
      );
      return result && { name, ...result };
    }),
  );
  return found.filter((one) => one !== null);
}

const marks = { ok: "ok   ", warning: "warn ", error: "FAIL " } as const;

/** The report for a terminal. */
export function writeReport(found: readonly InstallationCheck[]): string {
  return found
    .flatMap(({ name, state, message, lines }) => [
      `${marks[state]} ${name.padEnd(15)} ${message}`,
      ...lines.map((line) => `${" ".repeat(22)}${line}`),
    ])
    .join("\n");
}
