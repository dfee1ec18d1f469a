import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../../shared/ui/style/css.ts";
import { Choices } from "../../../../parts/Choices.tsx";
import { describeCount, describeNumber } from "../../../../parts/describeNumber.ts";
import { useAction } from "../../../../parts/useAction.ts";
import { useKeptFocus } from "../../../../parts/useKeptFocus.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { keepPageSize, pageSizes, threadPage } from "../../../../state/conversations/threads/threadPage.ts";
import { threadTable } from "../../../../state/conversations/inbox/threadTable.ts";
import { loadFirstPage, loadMoreThreads } from "../../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { MoreThreads } from "../MoreThreads.tsx";

interface TableFootProps {
  place: AgentPlace;
  view: ThreadView;
  shown: number;
  total: number;
}

/** Below the rows: how many there are, the way to further ones, and how many and how close they stand. */
export function TableFoot({ place, view, shown, total }: TableFootProps): ReactNode {
  const { size } = useSnapshot(threadPage);
  const { density } = useSnapshot(threadTable);
  const more = useAction(() => loadMoreThreads({ ...place, view }));
  const changeSize = (text: string) => {
    const chosen = pageSizes.find((one) => String(one) === text);
    if (!chosen) return;
    keepPageSize(chosen);
    void loadFirstPage({ ...place, view });
  };
  return (
    <div {...useKeptFocus<HTMLDivElement>()} className={foot}>
      <p role="status">
        {shown < total
          ? `${describeNumber(shown)} of ${describeCount(total, "conversation")}`
          : describeCount(total, "conversation")}
      </p>
      <div>
        <MoreThreads reading={more} isMore={shown < total} />
      </div>
      <Choices
        label="Density"
        value={density}
        options={[
          { value: "comfortable", label: "Comfortable" },
          { value: "compact", label: "Compact" },
        ]}
        onChange={(value) => (threadTable.density = value)}
      />
      <Choices
        label="Rows per page"
        value={String(size)}
        options={pageSizes.map((one) => ({ value: String(one), label: String(one) }))}
        onChange={changeSize}
      />
    </div>
  );
}

const foot = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  padding: 7px 16px;
  border-top: 1px solid var(--ph-line);
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
