import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { readKnownVersions } from "./knownVersions.ts";

/** Whether a version that keeps its pages met what is there since `sinceVersion`. */
export async function isInKnownVersion(
  db: Db,
  agent: AgentKey,
  { sinceVersion }: { sinceVersion: number },
): Promise<boolean> {
  return (await readKnownVersions(db, agent)).known >= sinceVersion;
}
