import {
  createOrganization,
  getOrganizationDetail,
  getOrganizationToken,
  getSession,
  listOrganizations,
  logout,
  pollOrganization,
  updateOrganization,
} from "../../shared/contract/accounts/accounts.ts";
import { createFirstOwner, getFirstOwner, loginWithPassword } from "../../shared/contract/accounts/signIn.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Store } from "../database/store.ts";
import { signBearer } from "../requests/bearer.ts";
import { readSessionCookie, setSessionCookie } from "../requests/cookies.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { readKnownUser } from "../requests/knownDevice.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";
import { insertFirstOwner, isOwnerNeeded, refuseStranger } from "./firstOwner.ts";
import { findMakerRefusal } from "./mayCreate.ts";
import type { OrganizationMakers } from "./mayCreate.ts";
import { describeUser, findMember, findMembership, listMemberships } from "./members.ts";
import { insertOrganization } from "./organizations.ts";
import { checkPassword } from "./passwords.ts";
import { presentOrganization } from "./present.ts";
import type { PublicOrigin } from "./publicOrigin.ts";
import { isSecondFactorOn } from "./secondFactor.ts";
import { sessionMs } from "./sessions.ts";
import type { Sessions } from "./sessions.ts";
import type { OpenSession, SignIn } from "./signIn.ts";
import { beginTry, tellSecurity } from "./signInTries.ts";
import type { SocialProvider } from "./socialProvider.ts";
import { findUser, findUserByEmail, prepareUser } from "./users.ts";
import { refuseWeak } from "./weakPasswords.ts";

export interface AccountCallDeps {
  store: Store;
  sessions: Sessions;
  signIn: SignIn;
  openSession: OpenSession;
  limits: Limits;
  /** Whose own session is ended with ours, where ours began there. */
  provider: SocialProvider | null;
  bearerKey: Uint8Array;
  setupToken: string;
  origins: Pick<PublicOrigin, "keep">;
  organizationMakers: OrganizationMakers;
  deviceKey: Uint8Array;
  log: Pick<Log, "warn" | "info">;
  now: () => number;
}

/** A key does not change how people sign in, and nobody locks themselves out. */
async function refuseRequiring(db: Db, caller: MemberCaller, isRequired: boolean): Promise<void> {
  if (caller.apiKeyId !== undefined) throw new AppError("api_key_not_allowed");
  if (!isRequired || (await isSecondFactorOn(db, caller.userId))) return;
  const message = "Set up two-factor sign-in in your own profile first, then require it for everyone.";
  throw new AppError("conflict", { message });
}

/** The calls on users, sessions and organizations. */
export function accountRoutes(deps: AccountCallDeps): Route[] {
  const {
    store,
    sessions,
    signIn,
    openSession,
    limits,
    bearerKey,
    setupToken,
    origins,
    organizationMakers,
    deviceKey,
    log,
    provider,
    now,
  } = deps;
  const { db } = store;

  return [
    handle(getFirstOwner, async () => ({ needed: await isOwnerNeeded(db) })),

    handle(createFirstOwner, async ({ body, request }) => {
      if (!(await isOwnerNeeded(db))) throw new AppError("setup_closed");
      refuseStranger(body.setupToken, setupToken);
      const { email, password, organizationName } = body;
      const names = { firstName: body.first_name, lastName: body.last_name };
      await refuseWeak(password, { email, names: [names.firstName, names.lastName, organizationName ?? ""] });
      const user = await prepareUser({ email, password, ...names, isVerified: true }, now());
      await store.transaction(async (tx) => {
        await insertFirstOwner(tx, user);
        await origins.keep(tx, request.reachedOrigin);
        if (!organizationName) return;
        const place = { country: null, state: null, timeZone: "UTC" };
        await insertOrganization(tx, { name: organizationName, ...place, ownerId: user.id, now: now() });
      });
      const [membership] = await listMemberships(db, user.id);
      const organization = membership ? presentOrganization(membership, now()) : null;
      return { ...(await openSession(request, user)), organization };
    }),

    handle(loginWithPassword, async ({ body: { email, password }, request }) => {
      const user = await findUserByEmail(db, email);
      const known = readKnownUser(request, { key: deviceKey, now: now() });
      const tried = beginTry(limits, { email, request, isKnown: user !== undefined && known === user.id });
      const isRight = await checkPassword(password, user?.passwordHash ?? null);
      if (!user || !isRight) {
        tellSecurity(log, "sign-in failed", { address: request.address, account: email });
        return tried.wrong();
      }
      tried.right();
      return signIn(request, user);
    }),

    handle(logout, async ({ caller, request }) => {
      const begunAt = await sessions.end(caller.sessionId);
      setSessionCookie(request, "", 0);
      if (!begunAt || !provider) return { redirectUrl: null };
      return {
        redirectUrl: await provider.writeEndSessionUrl(begunAt, `${await request.findOrigin()}/auth/login`),
      };
    }),

    handle(getSession, async ({ request }) => {
      const token = readSessionCookie(request);
      const found = token ? await sessions.find(token) : null;
      if (!token || !found) throw new AppError("unauthenticated");
      setSessionCookie(request, token, sessionMs);
      const { key, caller } = found;
      const user = await describeUser(db, await findUser(db, caller.userId));
      return { user, session: { id: caller.sessionId, key, time: now() } };
    }),

    handle(listOrganizations, async ({ caller }) => {
      const memberships = await listMemberships(db, caller.userId);
      const refusal = await findMakerRefusal(db, caller, organizationMakers);
      return {
        items: memberships.map((one) => presentOrganization(one, now())),
        isCreationClosed: refusal !== null,
      };
    }),

    handle(createOrganization, async ({ caller, body }) => {
      const refusal = await findMakerRefusal(db, caller, organizationMakers);
      if (refusal !== null) throw new AppError("forbidden", { message: refusal });
      const organization = { ...body.data, ownerId: caller.userId, now: now() };
      const { id } = await store.transaction((tx) => insertOrganization(tx, organization));
      return { data: presentOrganization(await findMembership(db, caller.userId, id), now()) };
    }),

    handle(pollOrganization, async () => ({ data: { ready: true } })),

    handle(getOrganizationDetail, async ({ caller }) => {
      const membership = await findMembership(db, caller.userId, caller.organizationId);
      return { data: presentOrganization(membership, now()) };
    }),

    handle(updateOrganization, async ({ caller, body }) => {
      const { organizationId } = caller;
      const { requiresSecondFactor, ...described } = body.data;
      if (requiresSecondFactor !== undefined) await refuseRequiring(db, caller, requiresSecondFactor);
      const requirement =
        requiresSecondFactor === undefined ? {} : { requiresSecondFactor: Number(requiresSecondFactor) };
      await db
        .updateTable("organizations")
        .set({ ...described, ...requirement, updatedAt: now() })
        .where("id", "=", organizationId)
        .execute();
      return { data: presentOrganization(await findMembership(db, caller.userId, organizationId), now()) };
    }),

    handle(getOrganizationToken, async ({ caller, params }) => {
      const { userId, sessionId } = caller;
      const organizationId = params.orgId;
      const member = await findMember(db, { userId, organizationId });
      if (!member) throw new AppError("not_found");
      if (member.lacksSecondFactor) throw new AppError("second_factor_required");
      const bearer = { organizationId, sessionId, expiresAt: now() + sessionMs };
      return { data: { token: signBearer(bearerKey, bearer), roles: member.roles } };
    }),
  ];
}
