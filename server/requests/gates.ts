import type { Action, Role } from "../../shared/domain/access.ts";
import type { AuditRecord } from "./audit.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Nonces } from "./nonces.ts";
import type { UserCaller, VisitorCaller } from "./handle.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** Somebody's session with the key that signs its requests. */
export interface Found<Caller> {
  caller: Caller;
  key: string;
}

/** A member as they are now. */
export interface FoundMember {
  roles: Role[];
  /** Their organization requires a second factor, and they have not set one up: they do nothing there until they have. */
  lacksSecondFactor: boolean;
}

/** An API key that holds at this moment, with its maker and what they may. */
export interface FoundApiKey {
  id: string;
  organizationId: string;
  userId: string;
  /** Its maker's. */
  name: string;
  /** Its maker's roles as they are now. */
  roles: Role[];
  /** As of a member: a key can't do what its maker can't. */
  lacksSecondFactor: boolean;
  scopes: readonly Action[];
  /** The agents that it is limited to; null for all. */
  agentIds: readonly string[] | null;
}

/** What request handling asks before it lets anybody in. It imports no capability: the assembly hands these in. */
export interface Gates {
  /** The signed-in session that a cookie's token belongs to; null for none and for one that has ended. */
  findUserSession(token: string): Promise<Found<UserCaller> | null>;
  /** A member of an organization; null for everybody else. */
  findMember(userId: string, organizationId: string): Promise<FoundMember | null>;
  /** Whether the organization has this agent; one that was deleted is there for nobody, though it can be restored. */
  hasAgent(organizationId: string, agentId: string): Promise<boolean>;
  /** The key of this text, used from this address; null for one that is unknown, revoked, expired, or whose maker left. */
  findApiKey(key: string, address: string): Promise<FoundApiKey | null>;
  /** Keeps in the audit log that something was done; resolves once it is stored. */
  record(done: AuditRecord): Promise<void>;
  /** The visitor's session of a public id. */
  findVisitorSession(publicId: string): Promise<Found<VisitorCaller> | null>;
  /** Whether a visitor who listens still has the session that they were let in by, as the same contact. */
  hasVisitorSession(listening: Pick<VisitorCaller, "sessionId" | "contactId">): Promise<boolean>;
  /** Signs the organizations' bearer tokens. */
  bearerKey: Uint8Array;
  nonces: Nonces;
  idempotency: Idempotency;
  /** Throws where a call that asks for a solved challenge comes without one. */
  checkCaptcha(headers: Headers): Promise<void>;
  limits: Limits;
  /** Signs by which browsers people have signed in. */
  deviceKey: Uint8Array;
  log: Log;
  now: () => number;
  scheduler: Scheduler;
  /** In tests and development every answer is held against the contract, so that nothing slips out that it does not name. */
  checksAnswers: boolean;
}
