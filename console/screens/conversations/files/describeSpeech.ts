import type { Snapshot } from "valtio";
import type { Receipt } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { plural } from "../../../../shared/words/language.ts";
import { describeMs } from "../answers/ReceiptFigures.tsx";

/** Which model wrote down what was said, in how long, and what that cost. */
export function describeSpeech({ model, ms, credits }: Snapshot<NonNullable<Receipt["speech"]>>): string {
  return `${model}: ${describeMs(ms)}, ${plural(credits, { one: "{count} credit", other: "{count} credits" })}`;
}
