import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import type { UserCaller } from "../requests/handle.ts";
import { isFirstOwner } from "./firstOwner.ts";
import { groupNames } from "./organizations.ts";

/** Who may create organizations: everybody with an account, or the first owner and super admins. */
export type OrganizationMakers = "everybody" | "operator";

/** Nobody needs more, and each may spend the installation's model keys. */
const mostOwned = 20;

/** Refuses who may create no organization, and who owns many already. */
export async function refuseMaker(
  db: Db,
  { userId, isSuperAdmin }: Pick<UserCaller, "userId" | "isSuperAdmin">,
  makers: OrganizationMakers,
): Promise<void> {
  if (isSuperAdmin || (await isFirstOwner(db, userId))) return;
  if (makers === "operator") {
    const message = "Only the operator creates organizations here. Ask for one, or for an invitation to one.";
    throw new AppError("forbidden", { message });
  }
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
  if (owned.length < mostOwned) return;
  throw new AppError("forbidden", { message: `You own ${mostOwned} organizations, which is the most.` });
}
