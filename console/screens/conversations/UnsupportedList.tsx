import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { UnsupportedSentence } from "../../../shared/contract/conversations.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";

/** The sentences of an answer that nothing the model was given supports, with what of them was found nowhere. */
export function UnsupportedList({ sentences }: { sentences: Snapshot<UnsupportedSentence[]> }): ReactNode {
  return (
    <section className={frame}>
      <h3>{plural(sentences.length, titles)}</h3>
      <p>Compared word by word with what the model was given. Read them before you trust them.</p>
      <ul>
        {sentences.map(({ from, text, why, missing }) => (
          <li key={from}>
            <mark>{text}</mark>
            <small>
              {reasons[why]}
              {missing.length > 0 && `: ${missing.join(", ")}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

const titles = {
  one: "{count} sentence without support in the sources",
  other: "{count} sentences without support in the sources",
};

const reasons: Record<UnsupportedSentence["why"], string> = {
  number: "No source has this number",
  name: "No source has this name",
  words: "No source speaks of this",
};

const frame = css`
  display: grid;
  gap: 4px;
  padding: 12px 14px;
  border: 1px solid var(--ph-line);
  border-inline-start: 3px solid var(--ph-warning-text);
  border-radius: var(--ph-radius-s);
  & > p,
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > ul {
    display: grid;
    gap: 10px;
    margin: 6px 0 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    gap: 2px;
    overflow-wrap: anywhere;
  }
  & mark {
    justify-self: start;
    padding-inline: 4px;
    border-radius: 3px;
    background: var(--ph-warning-soft);
    color: var(--ph-text);
  }
`;
