import { may } from "../../shared/domain/access.ts";
import type { Action } from "../../shared/domain/access.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import { signatureHeaders } from "../../shared/domain/signature.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { admitKey, readApiKey } from "./apiKey.ts";
import { readBearer } from "./bearer.ts";
import { readSessionCookie } from "./cookies.ts";
import type { Facts } from "./facts.ts";
import type { Found, Gates } from "./gates.ts";
import type { MemberCaller, UserCaller, VisitorCaller, Caller } from "./handle.ts";
import { verifySignature } from "./verifySignature.ts";

/** A request on its way in, with its body read. */
export interface Arrival {
  method: string;
  url: URL;
  params: Record<string, string>;
  body: Uint8Array;
  facts: Facts;
}

/** Finds who makes a call and whether they may; throws the error that they get otherwise. */
export async function findCaller(gates: Gates, call: Asked, arrival: Arrival): Promise<Caller> {
  const caller = await identify(gates, call, arrival);
  if (!(await isAgentThere(gates, caller, arrival.params))) throw new AppError("not_found");
  return caller;
}

/** The agent that a member's path names is one of their organization's, and not deleted. */
async function isAgentThere(gates: Gates, caller: Caller, params: Record<string, string>): Promise<boolean> {
  const { productId } = params;
  if (caller?.kind !== "member" || productId === undefined) return true;
  return gates.hasAgent(caller.organizationId, productId);
}

async function identify(gates: Gates, call: Asked, arrival: Arrival): Promise<Caller> {
  const { who } = call;
  if (who === "anyone") return null;
  if (who === "visitor") return findVisitor(gates, arrival);
  const key = readApiKey(arrival.facts.headers);
  if (key) return findByKey(gates, call, { key, ...arrival });
  if (who === "user") return (await findUser(gates, arrival)).caller;
  if ("member" in who)
    return findMember(gates, arrival, { action: who.member, inPath: arrival.params["orgId"] });
  const isMember = arrival.facts.headers.has("authorization");
  return isMember ? findMember(gates, arrival, { action: who.watcher }) : findVisitor(gates, arrival);
}

/** What of a call says who may make it. */
type Asked = Pick<AnyCall, "who" | "forKeys">;

export interface Staying {
  call: Asked;
  caller: Caller;
  params: Record<string, string>;
  facts: Facts;
}

/**
 * Gives what tells whether somebody who was let in to listen would be let in again: signed in, a member, with the right; a
 * key that still holds; a visitor whose session was not ended, and is still theirs: once it is a verified person's, they
 * come back to listen as that person. Of visitors, who are thousands, it holds on to nothing of their request.
 */
export function watchStaying(gates: Gates, staying: Staying): () => Promise<boolean> {
  const { caller } = staying;
  if (caller?.kind === "visitor") return lookForVisitor(gates, caller);
  return () => mayMemberStay(gates, staying);
}

function lookForVisitor({ hasVisitorSession }: Gates, { sessionId, contactId }: VisitorCaller) {
  const listening = { sessionId, contactId };
  return () => hasVisitorSession(listening);
}

async function mayMemberStay(gates: Gates, { call, caller, params, facts }: Staying): Promise<boolean> {
  const { who } = call;
  if (caller?.kind !== "member" || typeof who === "string") return true;
  if (!(await isAgentThere(gates, caller, params))) return false;
  if (caller.apiKeyId !== undefined) return mayKeyStay(gates, { call, params, facts });
  const token = readSessionCookie(facts);
  const found = token ? await gates.findUserSession(token) : null;
  const member = found && (await gates.findMember(caller.userId, caller.organizationId));
  if (!member || member.lacksSecondFactor) return false;
  return may(member.roles, "member" in who ? who.member : who.watcher);
}

/** A request by an API key: unsigned, and its cookie is ignored. */
async function findByKey(
  gates: Gates,
  call: Asked,
  { key, params, facts }: Arrival & { key: string },
): Promise<MemberCaller> {
  const found = await gates.findApiKey(key, facts.address);
  if (!found) throw new AppError("api_key_refused");
  try {
    gates.limits.take("apiKey", found.id);
  } finally {
    const { limit, left, resetSeconds } = gates.limits.look("apiKey", found.id);
    facts.setHeader("RateLimit-Limit", String(limit));
    facts.setHeader("RateLimit-Remaining", String(left));
    facts.setHeader("RateLimit-Reset", String(resetSeconds));
  }
  return admitKey(found, { call, params });
}

async function mayKeyStay(gates: Gates, { call, params, facts }: Omit<Staying, "caller">): Promise<boolean> {
  const found = await gates.findApiKey(readApiKey(facts.headers) ?? "", facts.address);
  try {
    return found !== null && admitKey(found, { call, params }) !== null;
  } catch {
    return false;
  }
}

/** Cookie and session header have to name the same session: the cookie alone could be sent by another page. */
async function findUser(gates: Gates, arrival: Arrival): Promise<Found<UserCaller>> {
  const token = readSessionCookie(arrival.facts);
  const found = token ? await gates.findUserSession(token) : null;
  const isNamed = found?.caller.sessionId === arrival.facts.headers.get(signatureHeaders.session);
  if (!found || !isNamed) throw new AppError("unauthenticated");
  await passSignature(gates, arrival, found);
  return found;
}

interface Wanted {
  action: Action;
  /** The organization that the path names; a watcher's is in the bearer token alone. */
  inPath?: string | undefined;
}

/** A foreign organization is answered as one that does not exist, for its path as for its token. */
async function findMember(gates: Gates, arrival: Arrival, { action, inPath }: Wanted): Promise<MemberCaller> {
  const { caller } = await findUser(gates, arrival);
  const bearer = readBearer(gates.bearerKey, arrival.facts.headers.get("authorization"), gates.now());
  if (!bearer || bearer.sessionId !== caller.sessionId) throw new AppError("unauthenticated");
  const { organizationId } = bearer;
  if (inPath !== undefined && inPath !== organizationId) throw new AppError("not_found");
  const member = await gates.findMember(caller.userId, organizationId);
  if (!member) throw new AppError("not_found");
  if (member.lacksSecondFactor) throw new AppError("second_factor_required");
  if (!may(member.roles, action)) throw new AppError("forbidden");
  const { roles } = member;
  const rights = { roles, agentIds: null, may: (other: Action) => may(roles, other) };
  return { ...caller, kind: "member", organizationId, ...rights };
}

async function findVisitor(gates: Gates, arrival: Arrival): Promise<VisitorCaller> {
  const id = arrival.facts.headers.get(signatureHeaders.session);
  const found = id && id.length <= 64 ? await gates.findVisitorSession(id) : null;
  if (!found) throw new AppError("unauthenticated");
  await passSignature(gates, arrival, found);
  if (arrival.params["productId"] !== found.caller.agentId) throw new AppError("not_found");
  return found.caller;
}

async function passSignature(
  gates: Gates,
  { method, url, body, facts }: Arrival,
  { key, caller }: Found<UserCaller | VisitorCaller>,
): Promise<void> {
  const { headers, hosts } = facts;
  const { nonce, expiresAt } = verifySignature({ method, url, headers, hosts, body, key, now: gates.now() });
  gates.limits.take("session", caller.sessionId);
  if (method !== "GET") await gates.nonces.remember({ sessionId: caller.sessionId, nonce, expiresAt });
}
