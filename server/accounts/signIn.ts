import type { InferOutput } from "../../shared/contract/call.ts";
import type { signedIn } from "../../shared/contract/accounts/accounts.ts";
import type { SignInAnswer } from "../../shared/contract/accounts/signIn.ts";
import type { Db } from "../database/store.ts";
import { readSessionCookie, setSessionCookie } from "../requests/cookies.ts";
import type { RequestFacts } from "../requests/handle.ts";
import { noteKnownDevice } from "../requests/knownDevice.ts";
import type { Log } from "../requests/log.ts";
import type { Audit } from "./audit.ts";
import { describeDevice } from "./device.ts";
import type { PendingSignIns, SignInOptions } from "./pendingSignIns.ts";
import { describeUser } from "./members.ts";
import { sessionMs } from "./sessions.ts";
import type { Sessions } from "./sessions.ts";
import { describeSignIn } from "./signInActions.ts";
import { tellSecurity } from "./signInTries.ts";
import type { UserRow } from "./tables.ts";

/** Lets somebody in who has shown who they are, or asks for their second factor. */
export type SignIn = (request: RequestFacts, user: UserRow, options?: SignInOptions) => Promise<SignInAnswer>;

/** Lets somebody in of whom nothing more is asked: their account is new, or their second factor was right. */
export type OpenSession = (
  request: RequestFacts,
  user: UserRow,
  options?: SignInOptions,
) => Promise<InferOutput<typeof signedIn>>;

export interface SignInDeps {
  db: Db;
  sessions: Sessions;
  pending: PendingSignIns;
  audit: Pick<Audit, "record">;
  log: Pick<Log, "warn" | "info">;
  /** Signs by which browsers people have signed in. */
  deviceKey: Uint8Array;
  now: () => number;
}

/**
 * Makes the one function that starts sessions, whatever somebody signed in by: what is asked of everybody is asked here,
 * so that no way in goes round it. A new session at every sign-in, so that nobody can plant one beforehand.
 */
export function createSignIn({ db, sessions, pending, audit, log, deviceKey, now }: SignInDeps): {
  signIn: SignIn;
  openSession: OpenSession;
} {
  const openSession: OpenSession = async (request, user, { provider } = {}) => {
    const device = describeDevice(request.headers.get("user-agent") ?? "");
    const before = readSessionCookie(request);
    const replaced = before === null ? null : await sessions.find(before);
    if (replaced) await sessions.end(replaced.caller.sessionId);
    const { token, id, key } = await sessions.start(db, { userId: user.id, provider, device });
    setSessionCookie(request, token, sessionMs);
    noteKnownDevice(request, user.id, { key: deviceKey, now: now() });
    tellSecurity(log, "signed in", { address: request.address, account: user.email });
    await audit.record(describeSignIn("signedIn", { userId: user.id, request }));
    return { user: await describeUser(db, user), session: { id, key, time: now() } };
  };
  return {
    openSession,
    async signIn(request, user, options = {}) {
      const waiting = await pending.putIfNeeded(user.id, options);
      return waiting ?? openSession(request, user, options);
    },
  };
}
