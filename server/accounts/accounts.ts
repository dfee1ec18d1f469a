import type { Scheduler } from "../timing/scheduler.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import type { Gates } from "../requests/gates.ts";
import type { Route } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";
import type { PageRoute } from "../requests/page.ts";
import type { Mail } from "../mail/mail.ts";
import { activityRoutes } from "./activityCalls.ts";
import type { ActivityDeps } from "./activityCalls.ts";
import { apiKeyRoutes } from "./apiKeyCalls.ts";
import type { ApiKeyDeps } from "./apiKeyCalls.ts";
import { findApiKey } from "./apiKeys.ts";
import { createAudit } from "./audit.ts";
import type { Audit } from "./audit.ts";
import { auditRoutes } from "./auditCalls.ts";
import type { AuditCallDeps } from "./auditCalls.ts";
import { accountRoutes } from "./calls.ts";
import { insertFirstOwner, isOwnerNeeded } from "./firstOwner.ts";
import type { OrganizationMakers } from "./mayCreate.ts";
import { findMember } from "./members.ts";
import { invitedRoutes } from "./invitedCalls.ts";
import { panelRoutes } from "./panelCalls.ts";
import { passwordRoutes } from "./passwordCalls.ts";
import { createSessions } from "./sessions.ts";
import type { Sessions } from "./sessions.ts";
import type { Seal } from "./sessions.ts";
import { createDescribeProfile, profileRoutes } from "./profileCalls.ts";
import { emailRoutes } from "./emailCalls.ts";
import { createMailedCodes } from "./mailedCodes.ts";
import { createPendingSignIns } from "./pendingSignIns.ts";
import { picturePage } from "./pictures.ts";
import type { PublicOrigin } from "./publicOrigin.ts";
import type { PictureDeps } from "./pictures.ts";
import type { RegistrationSettings } from "./registration.ts";
import { registrationRoutes } from "./registrationCalls.ts";
import { createSecondFactor } from "./secondFactor.ts";
import { secondFactorRoutes } from "./secondFactorCalls.ts";
import { createSignIn } from "./signIn.ts";
import { designRoutes } from "./designCalls.ts";
import type { DesignDeps } from "./designCalls.ts";
import { isRegistrationOpen } from "./registration.ts";
import { socialRoutes } from "./socialCalls.ts";
import { createSocialProvider } from "./socialProvider.ts";
import type { SocialSettings } from "./socialSettings.ts";
import { teamRoutes } from "./teamCalls.ts";
import type { TeamDeps } from "./teamCalls.ts";
import { prepareUser } from "./users.ts";

export interface AccountDeps
  extends
    Pick<ApiKeyDeps, "findOwnAgents">,
    Pick<ActivityDeps, "onActivity">,
    Pick<TeamDeps, "memberLeft">,
    Pick<AuditCallDeps, "listCalls">,
    Pick<DesignDeps, "findOrganizationOfToken"> {
  store: Store;
  seal: Seal;
  limits: Limits;
  mail: Mail;
  registration: RegistrationSettings;
  /** The OpenID provider that people may sign in with; null where none is set up. */
  social: SocialSettings | null;
  /** The way to addresses that the operator set. */
  fetch: typeof fetch;
  /** Where pictures of people are uploaded to. */
  storage: PictureDeps["storage"];
  /** Signs the organizations' bearer tokens; request handling reads them with the same. */
  bearerKey: Uint8Array;
  /** Signs by which browsers people have signed in; request handling reads it with the same. */
  deviceKey: Uint8Array;
  /** What the set-up link carries. */
  setupToken: string;
  /** The people who may create organizations. */
  organizationMakers: OrganizationMakers;
  /** The address that links begin with. */
  origins: PublicOrigin;
  /** Is told of what concerns an account's safety. */
  log: Log;
  now: () => number;
  scheduler: Scheduler;
  report: (error: unknown) => void;
}

export interface Accounts extends Pick<Gates, "findUserSession" | "findMember" | "findApiKey"> {
  name: string;
  routes: Route[];
  pages: PageRoute[];
  /** Begins to remove old entries of the audit log. */
  start(): void;
  stop(): Promise<void>;
  /** Whether this session of a person still holds. */
  hasSession: Sessions["has"];
  /** The log of who did what; request handling writes most of it. */
  audit: Audit;
  isOwnerNeeded(): Promise<boolean>;
  /** Makes the first owner from the operator's settings; nothing happens where there is one. */
  createOwnerFromSettings(owner: { email: string; password: string }): Promise<void>;
}

/** Users, sessions, organizations: the calls, what request handling asks, and what the start needs. */
export function createAccounts(deps: AccountDeps): Accounts {
  const { store, seal, mail, now } = deps;
  const sessions = createSessions({ db: store.db, seal, now });
  const audit = createAudit({ store, now });
  const codes = createMailedCodes({ db: store.db, seal, now });
  const pending = createPendingSignIns({ store, seal, now });
  const secondFactor = createSecondFactor({ store, seal, now });
  const { signIn, openSession } = createSignIn({
    ...{ db: store.db, sessions, pending, audit, now },
    ...{ deviceKey: deps.deviceKey, log: deps.log },
  });
  const provider = deps.social && createSocialProvider({ settings: deps.social, fetch: deps.fetch });
  const describeProfile = createDescribeProfile({ store, mail, codes });
  const routes = [
    ...accountRoutes({ ...deps, sessions, signIn, openSession, provider }),
    ...socialRoutes({
      ...{ ...deps, signIn, provider },
      isRegistrationOpen: (email) => isRegistrationOpen(email, deps.registration),
    }),
    ...designRoutes(deps),
    ...registrationRoutes({ ...deps, codes, signIn }),
    ...secondFactorRoutes({ ...deps, secondFactor, pending, openSession, audit }),
    ...profileRoutes({ ...deps, codes, describeProfile }),
    ...emailRoutes({ ...deps, codes, describeProfile }),
    ...teamRoutes(deps),
    ...invitedRoutes({ store, mail, now }),
    ...passwordRoutes({ ...deps, sessions, audit }),
    ...activityRoutes(deps),
    ...apiKeyRoutes(deps),
    ...auditRoutes(deps),
  ];
  let stopPruning = async () => {};
  return {
    name: "accounts",
    start: () => void (stopPruning = audit.startPruning(deps.scheduler)),
    stop: () => stopPruning(),
    routes: [...routes, ...panelRoutes(routes)],
    pages: [picturePage(store)],
    audit,
    findUserSession: sessions.find,
    hasSession: sessions.has,
    findMember: (userId, organizationId) => findMember(store.db, { userId, organizationId }),
    findApiKey: (key, address) => findApiKey(store.db, { key, address, now: now() }),
    isOwnerNeeded: () => isOwnerNeeded(store.db),
    async createOwnerFromSettings(owner) {
      if (!(await isOwnerNeeded(store.db))) return;
      const names = { firstName: "Owner", lastName: "" };
      const user = await prepareUser({ ...owner, ...names, isVerified: true }, now());
      await store.transaction((tx) => insertFirstOwner(tx, user)).catch(acceptClosed);
    },
  };
}

/** Another server on this database, started at the same moment, was first. */
function acceptClosed(error: unknown): void {
  if (!(error instanceof AppError && error.code === "setup_closed")) throw error;
}
