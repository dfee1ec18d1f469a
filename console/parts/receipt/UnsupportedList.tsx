import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { UnsupportedSentence } from "../../../shared/contract/conversations/answers/receipts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeUnsupported } from "./describeUnsupported.ts";

/** The sentences of an answer that nothing the model was given supports, with what of them was found nowhere. */
export function UnsupportedList({ sentences }: { sentences: Snapshot<UnsupportedSentence[]> }): ReactNode {
  return (
    <ul className={frame}>
      {sentences.map((sentence) => (
        <li key={sentence.from}>
          <mark dir="auto">{sentence.text}</mark>
          <small>{describeUnsupported(sentence)}</small>
        </li>
      ))}
    </ul>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 2px;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & mark {
    justify-self: start;
    padding-inline: 4px;
    border-radius: 3px;
    background: var(--ph-warning-soft);
    color: var(--ph-text);
  }
`;
