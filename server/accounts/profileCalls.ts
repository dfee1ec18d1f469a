import { getProfile } from "../../shared/contract/accounts/accounts.ts";
import { removePicture, setPicture, updateProfile } from "../../shared/contract/accounts/profile.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { Mail } from "../mail/mail.ts";
import { emailKey } from "./emailCalls.ts";
import type { DescribeProfile } from "./emailCalls.ts";
import type { MailedCodes } from "./mailedCodes.ts";
import { removeUserPicture, writeUserPicture } from "./pictures.ts";
import type { PictureDeps } from "./pictures.ts";
import { describeUser } from "./members.ts";
import { describeSecondFactor } from "./secondFactor.ts";
import type { UserRow } from "./tables.ts";
import { findUser } from "./users.ts";

export interface ProfileDeps extends PictureDeps {
  store: Store;
  mail: Mail;
  codes: MailedCodes;
  now: () => number;
}

/** Makes the function that gives all that a user has about themselves. */
export function createDescribeProfile({
  store: { db },
  mail,
  codes,
}: Pick<ProfileDeps, "store" | "mail" | "codes">): DescribeProfile {
  return async (userId) => {
    const row = await findUser(db, userId);
    return {
      ...(await describeUser(db, row)),
      emailVerifiedAt: row.emailVerifiedAt,
      canVerifyEmail: mail.isConfigured,
      newEmail: await codes.find(emailKey(userId)),
      hasPassword: row.passwordHash !== null,
      secondFactor: await describeSecondFactor(db, userId),
      timeZone: row.timeZone,
      dateFormat: row.dateFormat,
      language: row.language,
      mailsOnAccept: row.mailsOnAccept === 1,
    };
  };
}

/** The calls on what a user says of themselves. */
export function profileRoutes(deps: ProfileDeps & { describeProfile: DescribeProfile }): Route[] {
  const { store, describeProfile, now } = deps;
  const { db } = store;

  return [
    handle(getProfile, async ({ caller }) => ({ data: await describeProfile(caller.userId) })),

    handle(updateProfile, async ({ caller: { userId }, body }) => {
      const change: Partial<UserRow> = { updatedAt: now() };
      if (body.first_name !== undefined) change.firstName = body.first_name;
      if (body.last_name !== undefined) change.lastName = body.last_name.trim();
      if (body.timeZone !== undefined) change.timeZone = body.timeZone;
      if (body.dateFormat !== undefined) change.dateFormat = body.dateFormat;
      if (body.language !== undefined) change.language = body.language;
      if (body.mailsOnAccept !== undefined) change.mailsOnAccept = body.mailsOnAccept ? 1 : 0;
      await db.updateTable("users").set(change).where("id", "=", userId).execute();
      return { data: await describeProfile(userId) };
    }),

    handle(setPicture, async ({ caller: { userId }, body }) => {
      await writeUserPicture(deps, { ...body, userId });
      return { data: await describeProfile(userId) };
    }),

    handle(removePicture, async ({ caller: { userId } }) => {
      await store.transaction((tx) => removeUserPicture(tx, { userId, now: now() }));
      return { data: await describeProfile(userId) };
    }),
  ];
}
