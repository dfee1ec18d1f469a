import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";
import { WaitingForYou } from "../../../parts/approvals/WaitingForYou.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";

/** What waits for the signed-in user and belongs to no conversation. */
export function AboveList({ place }: { place: AgentPlace }): ReactNode {
  return (
    <div className={frame}>
      <WaitingForYou place={place} />
    </div>
  );
}

const frame = css`
  max-height: 40vh;
  overflow-y: auto;
  &:empty {
    display: none;
  }
`;
