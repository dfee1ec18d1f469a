import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Receipt } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { plural } from "../../../../shared/words/language.ts";
import { RemovedList } from "../../../parts/receipt/RemovedList.tsx";
import { receiptNotice } from "./receiptNotice.ts";

interface RemovedPartProps {
  removed: Snapshot<NonNullable<Receipt["removed"]>>;
}

/** What of the model's answer its visitor never saw, and why. */
export function RemovedPart({ removed }: RemovedPartProps): ReactNode {
  return (
    <section className={receiptNotice}>
      <h3>{plural(removed.count, titles)}</h3>
      <p>They aren’t in any passage, instruction or tool result.</p>
      <RemovedList removed={removed} />
    </section>
  );
}

const titles = {
  one: "{count} address was removed from the answer",
  other: "{count} addresses were removed from the answer",
};
