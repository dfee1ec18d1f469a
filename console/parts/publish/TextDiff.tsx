import { Fragment } from "react";
import type { ReactNode } from "react";
import { lineDiff } from "../../../shared/domain/versions/lineDiff.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { foldLines } from "./foldLines.ts";

/** Two texts as one, line by line; what stayed the same far from any change is folded. */
export function TextDiff({ before, after }: { before: string; after: string }): ReactNode {
  const lines = lineDiff(before, after).filter(
    ({ kind, text }) => kind === "same" || text !== "" || before + after === "",
  );
  return (
    <div className={frame} tabIndex={0} role="group" aria-label="Changed lines">
      {foldLines(lines).map((line, at) => (
        <Fragment key={at}>
          {line.kind === "folded" ? (
            <div className={folded}>{line.count === 1 ? "1 line" : `${line.count} lines`} the same</div>
          ) : (
            <div data-kind={line.kind}>
              <span aria-hidden>{signs[line.kind]}</span>
              <span className={visuallyHidden}>{spoken[line.kind]}</span>
              <span dir="auto">{line.text || "\u00a0"}</span>
            </div>
          )}
        </Fragment>
      ))}
    </div>
  );
}

const signs = { same: "\u00a0", added: "+", removed: "−" };
const spoken = { same: "", added: "Added: ", removed: "Removed: " };

const frame = css`
  max-height: 320px;
  overflow: auto;
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  line-height: 1.5;
  & > div {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    padding: 1px 8px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & > div[data-kind="added"] {
    background: var(--ph-success-soft);
  }
  & > div[data-kind="removed"] {
    background: var(--ph-danger-soft);
  }
`;
const folded = css`
  && {
    display: block;
    padding: 4px 24px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
  }
`;
