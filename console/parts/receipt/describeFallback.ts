import type { Snapshot } from "valtio";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { findModel } from "../../../shared/domain/models.ts";

/** Why the agent's own model did not answer, and why its fallback did not, where it has one that was asked. */
export function describeFallback({ reason, next }: Snapshot<NonNullable<Receipt["fallback"]>>): string {
  if (!next) return reason;
  return `${reason} ${findModel(next.model)?.label ?? next.model} failed too: ${next.reason}`;
}
