import { mayGrant, roleOf, type Role } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";

export interface GroupsChange {
  organizationId: string;
  userId: string;
  /** The groups that the member shall be in; none ends the membership. */
  groupIds: readonly string[];
  /** The roles of who changes it. */
  by: readonly Role[];
  memberLeft: MemberLeft;
}

/** What others do in the transaction that ends a membership. */
export type MemberLeft = (tx: Tx, member: { organizationId: string; userId: string }) => Promise<void>;

/** Puts a member into exactly these groups. Nobody gives or takes a role above their own, and an owner always remains. */
export async function changeGroups(tx: Tx, change: GroupsChange): Promise<void> {
  const { organizationId, userId, groupIds, by } = change;
  const groups = await lockGroups(tx, organizationId);
  if (groupIds.some((id) => !groups.some((group) => group.id === id))) throw new AppError("not_found");
  const before = await readOwnGroups(tx, { organizationId, userId });
  const added = groupIds.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !groupIds.includes(id));
  const roleOfGroup = (id: string) => roleOf(groups.find((group) => group.id === id)?.name ?? "");
  for (const id of [...added, ...removed]) {
    const role = roleOfGroup(id);
    if (role && !mayGrant(by, role)) throw new AppError("forbidden");
  }
  for (const groupId of added)
    await tx.insertInto("groupMembers").values({ organizationId, groupId, userId }).execute();
  if (removed.length > 0) {
    await tx
      .deleteFrom("groupMembers")
      .where("organizationId", "=", organizationId)
      .where("userId", "=", userId)
      .where("groupId", "in", removed)
      .execute();
  }
  if (removed.some((id) => roleOfGroup(id) === "owner")) await requireOwner(tx, organizationId, groups);
  if (groupIds.length > 0) return;
  // First: who gives them something at this moment holds the row, and is done before the others look for it.
  await tx
    .deleteFrom("members")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  await change.memberLeft(tx, { organizationId, userId });
}

type Group = { id: string; name: string };

/** Two who remove each other at once must not both find an owner left: the second waits for the first. */
async function lockGroups(tx: Tx, organizationId: string): Promise<Group[]> {
  await tx
    .updateTable("organizations")
    .set((row) => ({ updatedAt: row.ref("updatedAt") }))
    .where("id", "=", organizationId)
    .execute();
  return tx
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .execute();
}

async function readOwnGroups(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<string[]> {
  const member = await tx
    .selectFrom("members")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!member) throw new AppError("not_found");
  const rows = await tx
    .selectFrom("groupMembers")
    .select("groupId")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  return rows.map(({ groupId }) => groupId);
}

async function requireOwner(tx: Tx, organizationId: string, groups: Group[]): Promise<void> {
  const owners = groups.filter(({ name }) => roleOf(name) === "owner").map(({ id }) => id);
  const left = await tx
    .selectFrom("groupMembers")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("groupId", "in", owners)
    .limit(1)
    .executeTakeFirst();
  if (!left) throw new AppError("last_owner");
}
