import { sql } from "kysely";
import { freeName } from "../../../shared/domain/portable.ts";
import type { Db } from "../../database/store.ts";
import { readConfiguration } from "../present.ts";

/** The wanted name where no agent of the organization has it, else with the first number that is free. */
export async function findFreeName(db: Db, organizationId: string, wanted: string): Promise<string> {
  // The name is the first field of every configuration, so its beginning tells which rows are worth reading.
  const beginning = JSON.stringify({ name: wanted.slice(0, 40) })
    .slice(0, -2)
    .toLowerCase();
  const pattern = `${beginning.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db
    .selectFrom("agents")
    .select("configuration")
    .where("organizationId", "=", organizationId)
    .where(sql<boolean>`lower(substr(configuration, 1, 200)) like ${pattern} escape '\\'`)
    .execute();
  return freeName(
    wanted,
    rows.map(({ configuration }) => readConfiguration(configuration).name),
  );
}
