import type { ReactNode } from "react";
import { nameCitation } from "../domain/citations.ts";
import { fill } from "../words/language.ts";
import { partWords } from "../words/parts.ts";
import type { Citation } from "./citation.ts";
import { safeHref } from "./safeHref.ts";
import { css } from "./style/css.ts";

export interface CitationMarkProps {
  citation: Citation;
  onOpen?(citation: Citation): void;
}

/** The small number in the text: a link to the source, or only its name where the source has no page. */
export function CitationMark({ citation, onOpen }: CitationMarkProps): ReactNode {
  const { number, title, url, quote } = citation;
  const shown = nameCitation(number);
  const name = fill(partWords.source, { number: shown, title });
  const href = safeHref(url ?? "");
  const hint = quote ? `${title}\n“${quote}”` : title;
  if (!href) {
    return (
      <span className={mark} role="note" aria-label={name} title={hint}>
        {shown}
      </span>
    );
  }
  return (
    <a
      className={mark}
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={name}
      title={hint}
      onClick={() => onOpen?.(citation)}
    >
      {shown}
    </a>
  );
}

const mark = css`
  display: inline-grid;
  place-items: center;
  min-width: 1.7em;
  height: 1.7em;
  margin-inline: 0.2em 0.05em;
  padding-inline: 0.4em;
  border-radius: 99px;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
  font-size: 0.72em;
  font-weight: 650;
  line-height: 1;
  text-decoration: none;
  vertical-align: 0.15em;
  font-variant-numeric: tabular-nums;
  &[href]:hover {
    background: var(--ph-accent);
    color: var(--ph-on-accent);
  }
`;
