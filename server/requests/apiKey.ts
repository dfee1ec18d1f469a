import { may } from "../../shared/domain/access.ts";
import type { Action } from "../../shared/domain/access.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { FoundApiKey } from "./gates.ts";
import type { MemberCaller } from "./handle.ts";

/** The API key of an Authorization header, whether there is such a key or not; null where none is sent. */
export function readApiKey(headers: Headers): string | null {
  return /^Bearer (ph_\S{1,200})$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/**
 * Whether a request comes by an API key. Its cookie is ignored then, so no other site can make a browser send it. Calls
 * for anyone and for visitors know no keys.
 */
export function isByApiKey({ who }: Pick<AnyCall, "who">, headers: Headers): boolean {
  return who !== "anyone" && who !== "visitor" && readApiKey(headers) !== null;
}

export interface KeyRequest {
  call: Pick<AnyCall, "who" | "forKeys">;
  params: Record<string, string>;
}

/**
 * The caller that a key stands for, with the rights that both the key and its maker hold at this moment. Throws what
 * the key gets otherwise: another organization, and an agent that it is not for, are answered as missing ones.
 */
export function admitKey(found: FoundApiKey, { call, params }: KeyRequest): MemberCaller {
  const { who, forKeys } = call;
  if (typeof who === "string" || forKeys === "never") throw new AppError("api_key_not_allowed");
  const { id, organizationId, userId, name, roles, scopes, agentIds } = found;
  if (params["orgId"] !== undefined && params["orgId"] !== organizationId) throw new AppError("not_found");
  if (found.lacksSecondFactor) {
    const message =
      "This organization requires two-factor sign-in, and the person who made this key has none.";
    throw new AppError("second_factor_required", { message });
  }
  const mayDo = (action: Action) => scopes.includes(action) && may(roles, action);
  if (!mayDo("member" in who ? who.member : who.watcher)) {
    throw new AppError("forbidden", { message: "This API key has no right to do this." });
  }
  const agentId = params["productId"] ?? params["appId"] ?? params["productAppId"];
  if (agentId === undefined && forKeys !== "filtered") refuseLimited({ agentIds });
  if (agentIds && agentId !== undefined && !agentIds.includes(agentId)) throw new AppError("not_found");
  return {
    kind: "member",
    // Limits by session count a key as one.
    ...{ apiKeyId: id, sessionId: id, isSuperAdmin: false },
    ...{ organizationId, userId, name, roles, agentIds, may: mayDo },
  };
}

/** Refuses a key that is for certain agents what makes or changes something of the whole organization, such as a new agent. */
export function refuseLimited({ agentIds }: Pick<MemberCaller, "agentIds">): void {
  if (agentIds === null) return;
  throw new AppError("api_key_not_allowed", {
    message: "This API key is for certain agents, and this call is about the whole organization.",
  });
}
