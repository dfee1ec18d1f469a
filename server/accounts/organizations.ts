import { randomBytes } from "node:crypto";
import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import { toSlug } from "./slug.ts";
import type { OrganizationRow } from "./tables.ts";

/** The groups of every organization; the creator is in the first. Their names say the roles (specification 6). */
export const groupNames = ["Organization Owners", "Admin", "Collaborator", "Support"] as const;

export interface NewOrganization {
  name: string;
  country: string | null;
  state: string | null;
  timeZone: string;
  /** The user who creates it and becomes its owner. */
  ownerId: string;
  now: number;
}

/** Writes an organization with its default account and its groups. */
export async function insertOrganization(tx: Tx, organization: NewOrganization): Promise<OrganizationRow> {
  const { ownerId, now, ...described } = organization;
  const row = { ...described, requiresSecondFactor: 0, id: newId(now), createdAt: now, updatedAt: now };
  const slug = await insertWithFreeSlug(tx, row);
  const organizationId = row.id;
  await tx
    .insertInto("orgAccounts")
    .values({
      organizationId,
      id: newId(now),
      name: row.name,
      description: "",
      type: "default",
      identifier: slug,
      createdAt: now,
    })
    .execute();
  const groups = groupNames.map((name) => ({ organizationId, id: newId(now), name, createdAt: now }));
  await tx.insertInto("userGroups").values(groups).execute();
  await tx
    .insertInto("members")
    .values({ organizationId, userId: ownerId, agentStatus: "offline", agentSeenAt: null, createdAt: now })
    .execute();
  const [owners] = groups;
  if (owners) {
    await tx
      .insertInto("groupMembers")
      .values({ organizationId, groupId: owners.id, userId: ownerId })
      .execute();
  }
  return { ...row, slug };
}

/** Two organizations may have one name; the second gets an ending. On conflict nothing fails, so Postgres continues. */
async function insertWithFreeSlug(tx: Tx, row: Omit<OrganizationRow, "slug">): Promise<string> {
  const wanted = toSlug(row.name);
  for (let ending = ""; ; ending = `-${randomBytes(3).toString("hex")}`) {
    const slug = wanted + ending;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("organizations")
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) return slug;
  }
}
