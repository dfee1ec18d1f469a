import type { AgentKey } from "../../agents/parts.ts";
import { containsFolded } from "../../database/contains.ts";
import type { Db } from "../../database/store.ts";
import type { ContactRow } from "../tables.ts";
import { foldSearch } from "./searchText.ts";

export interface ContactsWanted extends AgentKey {
  search?: string | undefined;
  verified?: "true" | "false" | undefined;
  blocked?: "true" | "false" | undefined;
  page: number;
  limit: number;
}

/** More words than that make a search no better. */
const mostWords = 10;

/** Gives a page of an agent's people, who was there last first, and how many there are. */
export async function listContactRows(
  db: Db,
  { organizationId, agentId, search = "", verified, blocked, page, limit }: ContactsWanted,
): Promise<{ rows: ContactRow[]; total: number }> {
  let found = db
    .selectFrom("contacts")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0);
  if (verified) found = found.where("verified", "=", verified === "true" ? 1 : 0);
  if (blocked) found = found.where("blockedAt", blocked === "true" ? "is not" : "is", null);
  for (const word of foldSearch(search).split(/\s+/).filter(Boolean).slice(0, mostWords)) {
    found = found.where(({ ref }) => containsFolded(ref("searchText"), word));
  }
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy("lastSeenAt", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
