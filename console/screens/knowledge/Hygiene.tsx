import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Hygiene as Check } from "../../../shared/contract/knowledge/hygiene.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Page } from "../../parts/Page.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { hygiene, loadHygiene, startHygiene } from "../../state/knowledge/hygiene.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { BackToSources } from "./BackToSources.tsx";
import { LikePairs } from "./LikePairs.tsx";
import { StalePages } from "./StalePages.tsx";

/** A look takes seconds; this is how often a screen that waits for one asks. */
const askEveryMs = 2000;

/** What makes knowledge contradict itself or grow old: passages that say the same, and pages nobody changed. */
export function Hygiene({ place }: { place: AgentPlace }): ReactNode {
  const resource = useSnapshot(hygiene);
  const query = useQuery();
  const { orgId, agentId } = place;
  const isStale = query.read("hygiene") === "stale";
  const check = resource.data?.of === agentId ? resource.data : null;
  const isUnderWay = check?.state === "queued" || check?.state === "running";
  const start = useAction(() => startHygiene({ orgId, agentId }));

  useEffect(() => {
    void loadHygiene({ orgId, agentId });
  }, [orgId, agentId]);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void loadHygiene({ orgId, agentId }), askEveryMs);
    return () => clearInterval(timer);
  }, [orgId, agentId, isUnderWay]);

  return (
    <Page
      above={<BackToSources />}
      title="Duplicates and stale pages"
      subtitle="Near-identical passages, and cited pages that haven’t changed for months."
      actions={
        !isStale &&
        mayDo("knowledge.update") && (
          <Button isBusy={start.isBusy || isUnderWay} onClick={() => void start.run()}>
            {check?.state === "never" ? "Compare passages" : "Compare again"}
          </Button>
        )
      }
    >
      <div className={bar}>
        <FilterLinks
          label="Kind of finding"
          value={isStale ? "stale" : "like"}
          options={[
            { value: "like", label: "Duplicates" },
            { value: "stale", label: "Stale pages" },
          ]}
          linkTo={(hygiene) => query.link({ hygiene, page: null, ignored: null, months: null })}
        />
        {!isStale && check && <p aria-live="polite">{describeCheck(check)}</p>}
      </div>
      {start.error && <ErrorNotice error={start.error} onRetry={() => void start.run()} />}
      {isStale ? <StalePages place={place} /> : <LikePairs place={place} check={check} />}
    </Page>
  );
}

function describeCheck({ state, checkedAt, passages, isWhole }: Snapshot<Check>): string {
  if (state === "queued" || state === "running") return "Comparing passages…";
  if (state === "failed") return "The last comparison failed. Try again.";
  if (checkedAt === null) return "Not compared yet. This runs after each sync with changes.";
  const compared = `${isWhole ? "All" : "The first"} ${describeCount(passages, "passage")}`;
  return `${compared} compared on ${describeDateTime(checkedAt)}`;
}

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
