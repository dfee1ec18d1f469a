import type { ReactNode } from "react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";

/** Whether the last answer cites a source; while pages are read, a better one may follow. */
export function Verdict({ isCited, isReading }: { isCited: boolean; isReading: boolean }): ReactNode {
  if (isCited) {
    return (
      <span className={cited}>
        <CircleCheck size={16} aria-hidden />
        {isReading
          ? "The last answer cites one of the pages read so far."
          : "The last answer cites a source."}
      </span>
    );
  }
  return (
    <span>
      <CircleAlert size={16} aria-hidden />
      {isReading ? "No page read so far answers this." : "No source answers this. Add one about it."}
    </span>
  );
}

const cited = css`
  color: var(--ph-success-text);
`;
