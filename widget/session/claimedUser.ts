import type { Identity } from "../../shared/frame/messages.ts";

/**
 * The person that a signed identity names, as far as it can be read without its secret; null for one that is only said.
 * It decides which kept session may be tried at all: whether it is true, the server says.
 */
export function claimedUser(identity: Identity | null): string | null {
  if (!identity) return null;
  if (identity.token) return subjectOf(identity.token);
  return identity.hash ? (identity.userId ?? null) : null;
}

/** Whether an identity says who somebody is, beside attributes. */
export function saysWho({ attrs: _attributes, hash: _signature, ...who }: Identity): boolean {
  return Object.values(who).some((one) => one !== undefined);
}

function subjectOf(token: string): string | null {
  try {
    const body = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown }; // whatever the page handed over
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}
