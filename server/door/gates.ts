import type { Role } from "../../shared/domain/access.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Nonces } from "./nonces.ts";
import type { UserCaller, VisitorCaller } from "./handle.ts";

/** Somebody's session with the key that signs its requests. */
export interface Found<Caller> {
  caller: Caller;
  key: string;
}

/** What the door asks before it lets anybody in. It imports no capability: the assembly hands these in. */
export interface Gates {
  /** The signed-in session that a cookie's token belongs to; null for none and for one that has ended. */
  findUserSession(token: string): Promise<Found<UserCaller> | null>;
  /** The roles of a member of an organisation; null for everybody else. */
  findMember(userId: string, organizationId: string): Promise<{ roles: Role[] } | null>;
  /** The visitor's session of a public id. */
  findVisitorSession(publicId: string): Promise<Found<VisitorCaller> | null>;
  /** Signs the organisations' bearer tokens. */
  bearerKey: Uint8Array;
  nonces: Nonces;
  limits: Limits;
  log: Log;
  now: () => number;
  /** In tests and development every answer is held against the contract, so that nothing slips out that it does not name. */
  checksAnswers: boolean;
}
