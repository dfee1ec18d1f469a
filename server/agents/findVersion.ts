import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import type { AgentKey } from "./parts.ts";
import type { AgentVersionRow } from "./tables.ts";

/** A version of this organization's agent; a foreign or pruned one is as missing as one that never was. */
export async function findVersion(
  db: Db,
  { organizationId, agentId, version }: AgentKey & { version: number },
): Promise<AgentVersionRow> {
  const row = await db
    .selectFrom("agentVersions")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** The number that a path or a query names; what is none names no version. */
export function readVersionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError("not_found");
  return Number(text);
}
