import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { describeDateTime } from "./describeMoment.ts";

/** When an agent was created, below its name: it tells agents of the same name apart. */
export function CreatedLine({ at }: { at: number }): ReactNode {
  return <small className={line}> {describeDateTime(at)}</small>;
}

const line = css`
  display: block;
  overflow: hidden;
  color: var(--ph-text-3);
  font-size: var(--ph-text-xs);
  font-weight: 400;
  text-overflow: ellipsis;
`;
