import type { AuditRecord } from "../requests/audit.ts";
import type { RequestFacts } from "../requests/handle.ts";

/** What the audit log calls what happens where nobody is signed in yet. */
export const signInActions = {
  signedIn: "Signed in",
  secondFactorFailed: "Gave a wrong second factor",
  passwordSet: "Set a new password by a link",
} as const;

/** The log's entry of something that a user did to their account, for every organization of theirs. */
export function describeSignIn(
  action: keyof typeof signInActions,
  { userId, request }: { userId: string; request: RequestFacts },
): AuditRecord {
  return {
    userId,
    action: signInActions[action],
    targets: {},
    outcome: action === "secondFactorFailed" ? "failed" : "done",
    address: request.address,
    requestId: request.requestId,
  };
}
