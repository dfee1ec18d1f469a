import { Suspense } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { UnsupportedSentence } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { plural } from "../../../../shared/words/language.ts";
import { MarkedAnswer } from "../../../parts/evaluation/overlays.ts";
import { UnsupportedList } from "../../../parts/receipt/UnsupportedList.tsx";
import type { ShownMessage } from "../../../state/conversations/threads/conversation.ts";
import { receiptNotice } from "./receiptNotice.ts";

interface UnsupportedPartProps {
  sentences: Snapshot<UnsupportedSentence[]>;
  message: ShownMessage | undefined;
}

/** The answer with what nothing supports marked in it; only the sentences where the answer isn't at hand, or another by now. */
export function UnsupportedPart({ sentences, message }: UnsupportedPartProps): ReactNode {
  const isSame =
    message !== undefined &&
    sentences.every(({ from, to, text }) => message.content.slice(from, to) === text);
  const list = <UnsupportedList sentences={sentences} />;
  return (
    <section className={receiptNotice}>
      <h3>{plural(sentences.length, titles)}</h3>
      <p>Compared word by word with the model’s sources. Check them before you trust them.</p>
      {isSame ? (
        <Suspense fallback={list}>
          <MarkedAnswer text={message.content} citations={message.citations} unsupported={sentences} />
        </Suspense>
      ) : (
        list
      )}
    </section>
  );
}

const titles = {
  one: "{count} sentence without support in the sources",
  other: "{count} sentences without support in the sources",
};
