import type { ReactNode } from "react";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import type { ShownMessage } from "../../../state/conversations/threads/conversation.ts";

/** Says that the visitor edited their message, and what it said before. */
export function EditedMark({ message }: { message: ShownMessage }): ReactNode {
  const { earlier = [] } = message;
  if (earlier.length === 0) return "Edited";
  return (
    <details className={mark}>
      <summary>Edited</summary>
      <ol>
        {earlier.map(({ content, at }) => (
          <li key={at}>
            <time dateTime={new Date(at).toISOString()}>{describeDateTime(at)}</time>
            <p dir="auto">{content || "Files only"}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

const mark = css`
  & > summary {
    width: fit-content;
    min-height: 24px;
    line-height: 24px;
    cursor: pointer;
  }
  & > summary:hover {
    color: var(--ph-text);
  }
  & > ol {
    display: grid;
    gap: 6px;
    margin: 2px 0 0;
    padding: 0 0 0 10px;
    border-inline-start: 2px solid var(--ph-line);
    list-style: none;
  }
  & p {
    color: var(--ph-text-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
