import type { AnyCall } from "../../shared/contract/call.ts";
import type { RequestFacts, Caller } from "./handle.ts";

/** Something that somebody did, as the audit log keeps it. */
export interface AuditRecord {
  /** Null where the server does it by itself, as it was told to. */
  userId: string | null;
  /** The key by which a program did it in the user's name. */
  apiKeyId?: string | undefined;
  /** Absent for what a user does to their own account: every organization of theirs keeps that. */
  organizationId?: string | undefined;
  action: string;
  targets: Record<string, string>;
  outcome: "done" | "failed";
  address: string;
  requestId: string;
}

export interface Done {
  call: AnyCall;
  caller: Caller;
  params: Record<string, string>;
  body: unknown;
  /** What the handler gave. */
  value: unknown;
  facts: RequestFacts;
}

/** What the audit log keeps of a call that was answered; null for one that it does not keep. Never a body, never a secret. */
export function describeDone({ call, caller, params, body, value, facts }: Done): AuditRecord | null {
  if (!caller || caller.kind === "visitor" || call.audit === false) return null;
  const isMembersWrite = caller.kind === "member" && call.method !== "GET";
  if (call.audit === undefined && !isMembersWrite) return null;
  if (call.auditUnless?.(body, value)) return null;
  return {
    userId: caller.userId,
    ...(caller.kind === "user" && { organizationId: call.auditIn?.(value) }),
    ...(caller.kind === "member" && { organizationId: caller.organizationId, apiKeyId: caller.apiKeyId }),
    action: call.audit ?? call.summary,
    targets: nameTargets({ call, params, body, value }),
    outcome: "done",
    address: facts.address,
    requestId: facts.requestId,
  };
}

/**
 * Ids and addresses of the path by their names; whatever else is in a path, such as a link's token, may be a secret.
 * With them the id of what the call made.
 */
function nameTargets({
  call,
  params,
  body,
  value,
}: Pick<Done, "call" | "params" | "body" | "value">): Record<string, string> {
  const kept = Object.entries(params).filter(
    ([name]) => name !== "orgId" && /(Id|^email(id)?|Type)$/.test(name),
  );
  const made = call.method === "POST" ? findId(value) : null;
  const isNew = made !== null && !kept.some(([, id]) => id === made);
  const about = call.auditAbout?.(body);
  return { ...Object.fromEntries(kept), ...(isNew && { id: made }), ...(about && { about }) };
}

/** The id of the thing that an answer gives. */
function findId(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { data = value } = value as { data?: unknown }; // an answer of the contract, read with care
  if (typeof data !== "object" || data === null) return null;
  const { id, _id = id } = data as { id?: unknown; _id?: unknown }; // likewise
  return typeof _id === "string" && /^[0-9a-z]{26}$/.test(_id) ? _id : null;
}
