import type { ReactNode } from "react";
import { css, cx } from "./style/css.ts";

export interface MessageBubbleProps {
  /** The author, from the record and never from the text: the label people trust. */
  author: string;
  /** Mine is at the end in the brand's color, others' at the start, an event in the middle. */
  side: "own" | "other" | "event";
  /** The time as people read it. */
  time?: string;
  avatar?: ReactNode;
  /** Files that go along, below the text. */
  attached?: ReactNode;
  /** Beside the bubble, or below the files where there is none: what one may do with it. */
  aside?: ReactNode;
  /** Shows author and time above; leave it off for the second message in a row. */
  hasHeader?: boolean;
  /** Below the bubble: "Not sent · Try again", thumbs, sources. */
  footer?: ReactNode;
  /** Text is still coming. */
  isBusy?: boolean;
  children: ReactNode;
}

/** One message. Plain text keeps its line breaks; Markdown comes as children already drawn. */
export function MessageBubble(props: MessageBubbleProps): ReactNode {
  const { author, side, time, avatar, attached, aside, hasHeader, footer, isBusy, children } = props;
  // A message may be files only.
  const hasWords = children !== "";
  const name = time ? `${author}, ${time}` : author;
  return (
    <article className={cx(row, sides[side])} aria-label={name} aria-busy={isBusy || undefined}>
      {avatar && <div>{avatar}</div>}
      <div className={column}>
        {hasHeader && (
          <div className={header} aria-hidden="true">
            <b>{author}</b>
            {time && <span>{time}</span>}
          </div>
        )}
        {hasWords && (
          <div className={line}>
            <div data-bubble="" dir="auto">
              {children}
            </div>
            {aside}
          </div>
        )}
        {attached}
        {!hasWords && aside}
        {footer && <div className={footerStyle}>{footer}</div>}
      </div>
    </article>
  );
}

const row = css`
  display: flex;
  min-width: 0;
  gap: 10px;
  align-items: flex-start;
`;
const column = css`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 4px;
  min-width: 0;
  max-width: 100%;
`;
const line = css`
  display: flex;
  align-items: start;
  gap: 10px;
  max-width: 100%;
  & > [data-bubble] {
    min-width: 0;
  }
`;
const header = css`
  display: flex;
  gap: 8px;
  align-items: baseline;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-3);
  & > b {
    font-weight: 600;
    color: var(--ph-text-2);
  }
`;
const footerStyle = css`
  font-size: var(--ph-text-xs);
  color: var(--ph-text-3);
`;
const sides = {
  own: css`
    flex-direction: row-reverse;
    padding-inline-start: 12%;
    & > div {
      align-items: flex-end;
      justify-content: flex-end;
    }
    & [data-bubble] {
      order: 1;
      padding: 9px 14px;
      border-radius: min(var(--ph-radius-l), 20px);
      border-end-end-radius: min(var(--ph-radius-l), 5px);
      background: var(--ph-accent);
      color: var(--ph-on-accent);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      line-height: 1.5;
    }
    @media (forced-colors: active) {
      & [data-bubble] {
        border: 1px solid;
      }
    }
  `,
  other: css`
    padding-inline-end: 6%;
    & [data-bubble] {
      padding: 9px 14px;
      border: 1px solid var(--ph-bubble-line, var(--ph-line));
      border-radius: min(var(--ph-radius-l), 20px);
      border-start-start-radius: min(var(--ph-radius-l), 5px);
      background: var(--ph-bubble-ground, var(--ph-surface));
      color: var(--ph-text);
      overflow-wrap: anywhere;
    }
  `,
  event: css`
    justify-content: center;
    & [data-bubble] {
      padding: 2px 12px;
      font-size: var(--ph-text-xs);
      color: var(--ph-text-3);
      text-align: center;
    }
  `,
};
