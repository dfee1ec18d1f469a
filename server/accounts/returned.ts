import type { Action } from "../../shared/domain/access.ts";
import { may } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Accounts } from "./accounts.ts";

interface Returned {
  sessionId: string;
  userId: string;
  organizationId: string;
}

/** Refuses somebody who comes back from a provider and may no longer do there what they left for. */
export async function refuseReturned(
  { findMember, hasSession }: Pick<Accounts, "findMember" | "hasSession">,
  { sessionId, userId, organizationId }: Returned,
  action: Action,
): Promise<void> {
  const member = await findMember(userId, organizationId);
  if (!member || member.lacksSecondFactor || !may(member.roles, action)) throw new AppError("forbidden");
  if (!(await hasSession({ sessionId, userId }))) throw new AppError("unauthenticated");
}

/** Adds values to the query of a path, before its fragment: what the page they come back to says. */
export function withQuery(path: string, values: Record<string, string>): string {
  const [before = "/", hash] = path.split("#");
  const joined = `${before}${before.includes("?") ? "&" : "?"}${new URLSearchParams(values).toString()}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
