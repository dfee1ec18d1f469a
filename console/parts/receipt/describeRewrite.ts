import type { Snapshot } from "valtio";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { plural } from "../../../shared/words/language.ts";

/** Which model rewrote the question, or should have, and what that cost. */
export function describeRewrite(rewrite: Snapshot<NonNullable<Receipt["rewrite"]>>): string {
  const { model, isUsed, tokensIn, tokensOut, credits } = rewrite;
  const name = findModel(model)?.label ?? model;
  if (!isUsed) return `${name} gave no question in time. Words from the conversation were used instead`;
  const tokens = `${tokensIn ?? "?"} in, ${tokensOut ?? "?"} out`;
  return `${name}: ${tokens}, ${plural(credits, { one: "{count} credit", other: "{count} credits" })}`;
}
