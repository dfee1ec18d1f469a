import type { Db } from "../database/store.ts";

/** The name of a member who did something; null where nobody did, or they are gone. */
export async function nameOf(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const names = await namesOf(db, [userId]);
  return names.get(userId) ?? null;
}

export async function namesOf(db: Db, userIds: readonly (string | null)[]): Promise<Map<string, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "firstName", "lastName"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName ?? ""}`.trim()]));
}
