import { CannotStart } from "../database/cannotStart.ts";
import type { Store } from "../database/store.ts";
import { putPasswordLink } from "./passwordLinks.ts";
import { removeSecondFactor } from "./secondFactor.ts";
import type { UserRow } from "./tables.ts";
import { findUserByEmail } from "./users.ts";

/** Gives a link by which this person chooses a new password. */
export async function makePasswordLink(
  store: Store,
  { email, origin, now }: { email: string; origin: string; now: number },
): Promise<string> {
  const user = await findByEmail(store, email);
  const token = await store.transaction((tx) => putPasswordLink(tx, user.id, now));
  return `${origin}/auth/set-password?token=${token}`;
}

/** Makes somebody a super admin, or takes it back. There is no other way to become one. */
export async function setSuperAdmin(
  store: Store,
  { email, state }: { email: string; state: string },
): Promise<string> {
  if (state !== "on" && state !== "off") throw new CannotStart("Say on or off after the e-mail address.");
  const user = await findByEmail(store, email);
  const isSuperAdmin = state === "on" ? 1 : 0;
  await store.db.updateTable("users").set({ isSuperAdmin }).where("id", "=", user.id).execute();
  return `${user.email} is ${state === "on" ? "" : "no longer "}a super admin.`;
}

/** Lets somebody in by the password alone who has lost the app and the recovery codes. It is turned on by themselves only. */
export async function turnSecondFactorOff(
  store: Store,
  { email, state }: { email: string; state: string },
): Promise<string> {
  if (state !== "off") throw new CannotStart("Say off after the e-mail address.");
  const user = await findByEmail(store, email);
  const wasOn = await store.transaction((tx) => removeSecondFactor(tx, user.id));
  return wasOn
    ? `${user.email} signs in without a second factor now.`
    : `${user.email} has no second factor.`;
}

/** Lets somebody be linked again at their next sign-in by a provider: it was set up again, or moved. */
export async function unlinkProvider(store: Store, { email }: { email: string }): Promise<string> {
  const user = await findByEmail(store, email);
  const { numDeletedRows } = await store.db
    .deleteFrom("identities")
    .where("userId", "=", user.id)
    .executeTakeFirst();
  return numDeletedRows > 0n
    ? `${user.email} will be linked at the provider’s next sign-in.`
    : `${user.email} is not linked with a provider.`;
}

/** Gives the member with this address and their organization, or the first of the installation where none is named. */
export async function findMember(
  store: Store,
  email: string,
): Promise<{ organizationId: string; userId: string }> {
  const user = email === "" ? null : await findByEmail(store, email);
  const found = await store.db
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organizationId")
    .select(["members.organizationId", "members.userId"])
    .$if(user !== null, (query) => query.where("members.userId", "=", user?.id ?? ""))
    .orderBy("organizations.createdAt")
    .orderBy("members.createdAt")
    .executeTakeFirst();
  if (!found) throw new CannotStart("There is no organization yet. Create one in the console first.");
  return found;
}

async function findByEmail({ db }: Store, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email.trim().toLowerCase());
  if (!user) throw new CannotStart(`No account has the e-mail address ${email}.`);
  return user;
}
