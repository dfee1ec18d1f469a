import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import type { Identity } from "../../shared/frame/messages.ts";
import { claimedUser } from "./claimedUser.ts";
import { chat } from "./state.ts";
import type { Tell } from "./tell.ts";

/**
 * The visitor's identity according to the page, and the server's verdict: it keeps `chat.signIn` and `chat.isVerified`.
 */
export interface Person {
  /** What the page said last; null where it said nothing. */
  identity(): Identity | null;
  /** The user that a signed identity names; null for everybody else. */
  claimed(): string | null;
  /** The page says who the visitor is, or, with null, that they left. Waiting code continues, or gets an error. */
  set(identity: Identity | null): void;
  /** Whether nothing is in the way of a session. */
  isReady(): boolean;
  /** Resolves once nothing is in the way of a session; rejects where the visitor left instead. */
  ready(): Promise<void>;
  /** The server knows this session's visitor now: the verified user's id, or null. */
  accepted(userId: string | null): void;
  /** Takes an error that is about this identity, and gives true; false for all others. One that was replaced changes nothing. */
  refused(thrown: unknown, asked: Identity | null): boolean;
  /** The console's preview is nobody, whatever the surface asks for. */
  ignore(): void;
}

export function createPerson(tell: Pick<Tell, "event" | "state">, isRequired: boolean): Person {
  let identity: Identity | null = null;
  let isIgnored = false;
  let waiting: { go: () => void; leave: () => void }[] = [];

  function setVerified(isVerified: boolean): void {
    chat.isVerified = isVerified;
    tell.event("identity", { verified: isVerified });
    tell.state();
  }

  function isMissing(): boolean {
    return isRequired && !isIgnored && claimedUser(identity) === null;
  }

  function set(next: Identity | null): void {
    const isOther = claimedUser(identity) !== claimedUser(next);
    identity = next;
    chat.signIn = isMissing() ? "needed" : null;
    if (chat.isVerified && isOther) setVerified(false);
    const released = waiting;
    if (next === null || chat.signIn === null) waiting = [];
    for (const { go, leave } of released) {
      if (next === null) leave();
      else if (chat.signIn === null) go();
    }
  }

  chat.signIn = isMissing() ? "needed" : null;
  return {
    identity: () => (isIgnored ? null : identity),
    claimed: () => (isIgnored ? null : claimedUser(identity)),
    set,
    isReady: () => chat.signIn === null,
    async ready() {
      if (chat.signIn === null) return;
      await new Promise<void>((go, reject) => {
        waiting.push({ go, leave: () => reject(new RequestError("cancelled", "The visitor left.")) });
      });
    },
    accepted(userId) {
      chat.signIn = isMissing() ? "needed" : null;
      if (identity || userId !== null) setVerified(userId !== null);
    },
    refused(thrown, asked) {
      const { code, message } = toRequestError(thrown);
      if (code !== "identity_required" && code !== "identity_refused" && code !== "identity_expired")
        return false;
      if (asked !== identity) return true;
      chat.signIn = code === "identity_expired" ? "ended" : "needed";
      if (chat.isVerified) setVerified(false);
      if (code === "identity_expired") tell.event("token:expired", {});
      else tell.event("error", { code, message });
      return true;
    },
    ignore() {
      isIgnored = true;
      chat.signIn = null;
    },
  };
}
