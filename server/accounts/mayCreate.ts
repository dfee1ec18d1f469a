import type { Db } from "../database/store.ts";
import type { UserCaller } from "../requests/handle.ts";
import { isFirstOwner } from "./firstOwner.ts";
import { groupNames } from "./organizations.ts";

/** The people who may create organizations: everybody with an account, or the first owner and super admins. */
export type OrganizationMakers = "everybody" | "operator";

/** Nobody needs more, and each may spend the installation's model keys. */
const mostOwned = 20;

/** Says why somebody may create no organization; null for those who may. */
export async function findMakerRefusal(
  db: Db,
  { userId, isSuperAdmin }: Pick<UserCaller, "userId" | "isSuperAdmin">,
  makers: OrganizationMakers,
): Promise<string | null> {
  if (isSuperAdmin || (await isFirstOwner(db, userId))) return null;
  if (makers === "operator")
    return "Only the operator creates organizations here. Ask for one, or for an invitation to one.";
  const owned = await db
    .selectFrom("groupMembers")
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .select("groupMembers.organizationId")
    .where("groupMembers.userId", "=", userId)
    .where("userGroups.name", "=", groupNames[0])
    .limit(mostOwned)
    .execute();
  return owned.length < mostOwned ? null : `You own ${mostOwned} organizations, the maximum.`;
}
