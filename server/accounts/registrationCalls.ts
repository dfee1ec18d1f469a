import {
  completeRegistration,
  register,
  resendRegistrationCode,
} from "../../shared/contract/accounts/registration.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import { readCookie, setCookie } from "../requests/cookies.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts, Route } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import { isOwnerNeeded } from "./firstOwner.ts";
import { findInvite } from "./invites.ts";
import { letterLanguage } from "./letterLanguage.ts";
import { makeLinkToken } from "./linkToken.ts";
import type { MadeCode, MailedCodes } from "./mailedCodes.ts";
import { refuseClosed } from "./registration.ts";
import type { RegistrationSettings } from "./registration.ts";
import type { SignIn } from "./signIn.ts";
import type { UserRow } from "./tables.ts";
import { findUserByEmail, insertUser, prepareUser } from "./users.ts";
import { refuseWeak } from "./weakPasswords.ts";

export interface RegistrationDeps {
  store: Store;
  mail: Mail;
  limits: Limits;
  registration: RegistrationSettings;
  codes: MailedCodes;
  signIn: SignIn;
  now: () => number;
  report: (error: unknown) => void;
}

/** Names the browser that began a registration: a code that was passed on, or phished, opens nothing elsewhere. */
const cookieName = "registration";
const cookieMs = 24 * 60 * 60 * 1000;

/** The calls by which people make an account. */
export function registrationRoutes(deps: RegistrationDeps): Route[] {
  const { store, mail, limits, registration, codes, signIn, now, report } = deps;
  const { db } = store;

  /** Behind the answer, so that its time does not tell who has an account. */
  function postBehind({ code, sent }: MadeCode, request: RequestFacts): void {
    const post = async () => {
      const owner = await findUserByEmail(db, sent.email);
      const origin = await request.findOrigin();
      const addressee = { to: sent.email, language: letterLanguage(owner, request) };
      const letter = owner
        ? writeLetter("taken", addressee, { url: `${origin}/auth/login` })
        : writeLetter("code", addressee, { code, url: `${origin}/auth/register/complete` });
      await store.transaction((tx) => mail.post(tx, letter));
    };
    void post().catch(report);
  }

  return [
    handle(register, async ({ body, request }) => {
      const { email, password, inviteToken } = body;
      const names = { firstName: body.first_name, lastName: body.last_name };
      await refuseWeak(password, { email, names: Object.values(names) });
      if (inviteToken !== undefined) {
        const invite = await findInvite(db, inviteToken, now());
        if (invite.email !== email) throw new AppError("invite_for_other");
        const user = await prepareUser({ email, password, ...names, isVerified: true }, now());
        await insertUser(db, user);
        // A whole team may come from one office: an invitation is no guess.
        request.giveBackTry();
        return signIn(request, user);
      }
      refuseClosed(email, registration);
      // Only the set-up link creates the first owner, however open the installation is.
      if (await isOwnerNeeded(db)) throw new AppError("registration_closed");
      limits.take("signIn", `register ${email}`);
      const user = await prepareUser({ email, password, ...names, isVerified: mail.isConfigured }, now());
      if (!mail.isConfigured) {
        await insertUser(db, user);
        return signIn(request, user);
      }
      await request.findOrigin();
      const { token: key } = makeLinkToken();
      setCookie(request, { name: cookieName, value: key, maxAgeMs: cookieMs });
      const made = await codes.put(db, { key, userId: null, email, waits: user });
      postBehind(made, request);
      return made.sent;
    }),

    handle(completeRegistration, async ({ body: { code }, request }) => {
      const key = readKey(request);
      const { email, waits } = await codes.check(key, code);
      // Sealed by `register`. They are as old as their account, which begins now.
      const user: UserRow = { ...(waits as UserRow), createdAt: now(), emailVerifiedAt: now() };
      refuseClosed(email, registration);
      await store.transaction(async (tx) => {
        await codes.use(tx, key);
        await insertUser(tx, user);
      });
      request.giveBackTry();
      return signIn(request, user);
    }),

    handle(resendRegistrationCode, async ({ request }) => {
      const key = readKey(request);
      await request.findOrigin();
      const made = await codes.renew(key);
      postBehind(made, request);
      return made.sent;
    }),
  ];
}

function readKey(request: RequestFacts): string {
  const key = readCookie(request, cookieName);
  if (!key) throw new AppError("code_elsewhere");
  return key;
}
