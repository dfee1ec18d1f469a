import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { SyncChanges } from "./SyncChanges.tsx";
import { SyncLogs } from "./SyncLogs.tsx";
import { TouchedAnswers } from "./TouchedAnswers.tsx";
import type { RunPartProps } from "./runPartProps.ts";

const parts = [
  { value: "changes", label: "Changes" },
  { value: "answers", label: "Affected answers" },
  { value: "log", label: "Log" },
];

/** One sync: what it changed, which answers relied on that, and its log. */
export function RunDetail(props: RunPartProps): ReactNode {
  const query = useQuery();
  const { added, changed, removed } = props.run.counts;
  const usual = added + changed + removed > 0 ? "changes" : "log";
  const part = query.read("part") || usual;
  return (
    <div className={frame}>
      <FilterLinks
        label="Part of this sync"
        value={part}
        options={parts}
        linkTo={(value) => query.link({ part: value, kind: null, change: null, level: null, page: null })}
      />
      {part === "changes" && <SyncChanges {...props} />}
      {part === "answers" && <TouchedAnswers {...props} />}
      {part === "log" && <SyncLogs {...props} />}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  padding: 12px 16px 16px;
  border-top: 1px solid var(--ph-line);
  background: var(--ph-sunken);
  & > p {
    color: var(--ph-text-2);
  }
`;
