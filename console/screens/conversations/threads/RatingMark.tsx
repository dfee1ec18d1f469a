import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { ThreadRating } from "../../../../shared/contract/conversations/conversations.ts";
import { maxScore } from "../../../../shared/domain/limits.ts";
import { Icon } from "../../../../shared/ui/Icon.tsx";
import { star } from "../../../../shared/ui/iconPaths.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";

/** What the visitor thinks of the whole conversation, in their own words where they gave some. */
export function RatingMark({ rating }: { rating: Snapshot<ThreadRating> }): ReactNode {
  const { score, remark, at } = rating;
  return (
    <span className={mark} title={describeDateTime(at)}>
      <span>
        {Array.from({ length: maxScore }, (_, index) => (
          <Icon key={index} path={star} isFilled={index < score} />
        ))}
        {score} of {maxScore}
      </span>
      {remark && <q dir="auto">{remark}</q>}
    </span>
  );
}

const mark = css`
  display: grid;
  gap: 4px;
  & > span {
    display: flex;
    align-items: center;
    gap: 2px;
  }
  & > span > svg {
    color: var(--ph-accent-text);
  }
  & > span > svg:last-of-type {
    margin-inline-end: 6px;
  }
  & > q {
    color: var(--ph-text-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
