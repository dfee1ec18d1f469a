import type { ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import type {} from "../../accounts/tables.ts";

interface Named {
  id: string;
  name: string;
}

/** Finds the person and the group that a change names, and holds the person, who may be leaving; who is none of the organization's is refused. */
export async function findNamed(
  tx: Tx,
  organizationId: string,
  { assigneeId, teamId }: ThreadChange,
): Promise<{ assignee?: Named | null; team?: Named | null }> {
  return {
    ...(assigneeId !== undefined && {
      assignee: assigneeId && (await findMember(tx, organizationId, assigneeId)),
    }),
    ...(teamId !== undefined && { team: teamId && (await findGroup(tx, organizationId, teamId)) }),
  } as { assignee?: Named | null; team?: Named | null }; // an id is never empty
}

async function findMember(tx: Tx, organizationId: string, userId: string): Promise<Named> {
  const found = await tx
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .select(["users.id", "firstName", "lastName"])
    .where("members.organizationId", "=", organizationId)
    .where("members.userId", "=", userId)
    .forKeyShare("members")
    .executeTakeFirst();
  if (!found) throw refuse("assigneeId", "This person is no longer in your organization.");
  return { id: found.id, name: `${found.firstName} ${found.lastName}`.trim() };
}

async function findGroup(tx: Tx, organizationId: string, id: string): Promise<Named> {
  const found = await tx
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw refuse("teamId", "This team no longer exists.");
  return found;
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
