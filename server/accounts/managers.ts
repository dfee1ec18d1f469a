import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { may, roleOf } from "../../shared/domain/access.ts";
import type { Action } from "../../shared/domain/access.ts";
import type { Db } from "../database/store.ts";
import type {} from "./tables.ts";

/** Somebody whom a letter tells of something that is theirs to mend. */
export interface Manager {
  userId: string;
  email: string;
  language: ChatLanguage | null;
  /** The organization's name. */
  organization: string;
}

/** Gives everybody of an organization who may do this, each once. */
export async function listManagers(db: Db, organizationId: string, action: Action): Promise<Manager[]> {
  const rows = await db
    .selectFrom("groupMembers")
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .innerJoin("users", "users.id", "groupMembers.userId")
    .innerJoin("organizations", "organizations.id", "groupMembers.organizationId")
    .where("groupMembers.organizationId", "=", organizationId)
    .select([
      "users.id as userId",
      "users.email",
      "users.language",
      "userGroups.name as group",
      "organizations.name as organization",
    ])
    .execute();
  const managers = rows.filter(({ group }) => {
    const role = roleOf(group);
    return role !== undefined && may([role], action);
  });
  return [...new Map(managers.map((user) => [user.email, user])).values()];
}
