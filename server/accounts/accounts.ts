import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import type { Gates } from "../door/gates.ts";
import type { Route } from "../door/handle.ts";
import type { Limits } from "../door/limits.ts";
import type { Mail } from "../mail/mail.ts";
import { activityRoutes } from "./activityCalls.ts";
import { accountRoutes } from "./calls.ts";
import { insertFirstOwner, isOwnerNeeded } from "./firstOwner.ts";
import { findMember } from "./members.ts";
import { passwordRoutes } from "./passwordCalls.ts";
import { createSessions } from "./sessions.ts";
import type { Seal } from "./sessions.ts";
import { teamRoutes } from "./teamCalls.ts";
import { prepareUser } from "./users.ts";

export interface AccountDeps {
  store: Store;
  seal: Seal;
  limits: Limits;
  mail: Mail;
  /** Signs the organisations' bearer tokens; the door reads them with the same. */
  bearerKey: Uint8Array;
  /** What the set-up link carries. */
  setupToken: string;
  now: () => number;
  report: (error: unknown) => void;
}

export interface Accounts extends Pick<Gates, "findUserSession" | "findMember"> {
  routes: Route[];
  isOwnerNeeded(): Promise<boolean>;
  /** Makes the first owner from the operator's settings; nothing happens where there is one. */
  createOwnerFromSettings(owner: { email: string; password: string }): Promise<void>;
}

/** Users, sessions, organisations: the calls, what the door asks, and what the start needs. */
export function createAccounts(deps: AccountDeps): Accounts {
  const { store, seal, mail, now } = deps;
  const sessions = createSessions({ db: store.db, seal, now });
  return {
    routes: [
      ...accountRoutes({ ...deps, sessions }),
      ...teamRoutes({ store, mail, now }),
      ...passwordRoutes(deps),
      ...activityRoutes(deps),
    ],
    findUserSession: sessions.find,
    findMember: (userId, organizationId) => findMember(store.db, { userId, organizationId }),
    isOwnerNeeded: () => isOwnerNeeded(store.db),
    async createOwnerFromSettings(owner) {
      if (!(await isOwnerNeeded(store.db))) return;
      const user = await prepareUser({ ...owner, firstName: "Owner", lastName: "" }, now());
      await store.transaction((tx) => insertFirstOwner(tx, user)).catch(acceptClosed);
    },
  };
}

/** Another server on this database, started at the same moment, was first. */
function acceptClosed(error: unknown): void {
  if (!(error instanceof AppError && error.code === "setup_closed")) throw error;
}
