import { createHash } from "node:crypto";

/**
 * Marks a conversation in a file with test cases: who has its id finds by it the cases that were made from it, where the
 * same organization imported the file, and nobody learns the id. It is shorter than what is taken out of files for a secret.
 */
export function markOrigin({
  organizationId,
  threadId,
}: Record<"organizationId" | "threadId", string>): string {
  return createHash("sha256").update(`${organizationId} ${threadId}`).digest("hex").slice(0, 24);
}
