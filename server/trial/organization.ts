import type {} from "../accounts/tables.ts";
import type { Db } from "../database/store.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";

/** Makes the organization that tried agents live in until they are claimed. It has no members, so nobody can enter it. */
export async function ensureTrialOrganization(db: Db, now: number): Promise<string> {
  await db
    .insertInto("organizations")
    .values({
      ...{ id: trialOrganizationId, name: "Agents tried without an account", slug: trialOrganizationId },
      ...{ country: null, state: null, timeZone: "UTC", requiresSecondFactor: 0 },
      ...{ createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trialOrganizationId;
}
