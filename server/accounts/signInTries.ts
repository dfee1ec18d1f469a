import { AppError } from "../../shared/errors/errors.ts";
import { limitKeyOf } from "../requests/address.ts";
import type { RequestFacts } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Log } from "../requests/log.ts";

export interface Tried {
  email: string;
  request: Pick<RequestFacts, "address" | "giveBackTry">;
  /** Whether this person has signed in with this browser before. */
  isKnown: boolean;
}

/** Tells the operator's log of what concerns an account's safety; fail2ban and alarms read these lines (SECURITY.md). */
export function tellSecurity(
  log: Pick<Log, "warn" | "info">,
  event:
    | "sign-in failed"
    | "second factor failed"
    | "proof failed"
    | "signed in"
    | "password set by link"
    | "sessions ended",
  { address, account }: { address: string; account: string },
): void {
  const facts = { event, address, account };
  if (event.endsWith("failed")) log.warn("security", facts);
  else log.info("security", facts);
}

export interface Try {
  /** The password was right: nothing is counted. */
  right(): void;
  /** Throws what a wrong password gets. */
  wrong(): never;
}

/**
 * Counts a try to sign in. Strangers who guess at one account are soon told nothing but to wait, from however many
 * addresses they ask. Its owner gets in all the same: a browser that they signed in with before is counted by itself, and
 * at a new one the right password is heard.
 */
export function beginTry(limits: Limits, { email, request, isKnown }: Tried): Try {
  // The request itself is counted by its address, or its known user.
  const given = [request.giveBackTry];
  let full: AppError | null = null;
  if (!isKnown) {
    try {
      given.push(limits.take("signIn", email));
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      full = thrown;
      given.push(limits.take("guess", `${email} ${limitKeyOf(request.address)}`));
    }
  }
  return {
    right: () => given.forEach((giveBack) => giveBack()),
    wrong() {
      throw full ?? new AppError("wrong_credentials");
    },
  };
}
