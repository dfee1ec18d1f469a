import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { citedWithinDays } from "../../../shared/contract/knowledge/hygiene.ts";
import type { StalePage } from "../../../shared/contract/knowledge/hygiene.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import { describeDay } from "../../parts/describeMoment.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { loadStalePages, readPageAgain, stalePages } from "../../state/knowledge/hygiene.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

const choices = [3, 6, 12, 24];
const usual = 6;

/** Pages that answers of the last months cite, and whose text has not changed for longer. */
export function StalePages({ place }: { place: AgentPlace }): ReactNode {
  const resource = useSnapshot(stalePages);
  const query = useQuery();
  const { orgId, agentId } = place;
  const months = choices.find((each) => String(each) === query.read("months")) ?? usual;
  const page = Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    void loadStalePages({ orgId, agentId }, { months, page });
  }, [orgId, agentId, months, page, tries]);

  return (
    <>
      <FilterLinks
        label="Unchanged for"
        value={String(months)}
        options={choices.map((each) => ({ value: String(each), label: `${each} months` }))}
        linkTo={(value) => query.link({ months: value === String(usual) ? null : value, page: null })}
      />
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="120px" />}
        needs="conversations.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <>
            {data.items.length === 0 && (
              <p>
                No pages unchanged for {months} months were cited by three answers in the last{" "}
                {citedWithinDays} days.
              </p>
            )}
            <ul className={list} aria-label="Stale pages">
              {data.items.map((each) => (
                <StaleRow key={each.pageId} page={each} place={place} />
              ))}
            </ul>
            <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
          </>
        )}
      </Loaded>
    </>
  );
}

function StaleRow({ page, place }: { page: Snapshot<StalePage>; place: AgentPlace }): ReactNode {
  const query = useQuery();
  const { pageId, sourceId, sourceName, sourceKind, title, url } = page;
  const name = title || url || "Untitled";
  const reading = useAction(async () => {
    await readPageAgain({ ...place, sourceId, pageId });
    showToast(`${name} is being read`);
  });
  const opened = { hygiene: null, months: null, page: null, source: sourceId, shown: pageId };
  return (
    <li>
      <p>
        <Link href={query.link(opened)}>{name}</Link>
        <small>{sourceName}</small>
        {reading.error && <small data-bad="">{reading.error.message}</small>}
      </p>
      <span>Cited by {describeCount(page.citedBy, "answer")}</span>
      <span>Unchanged since {describeDay(page.lastChangedAt)}</span>
      {mayDo("knowledge.update") && kindHas(sourceKind, "rereadsPages") && (
        <Button
          size="small"
          isBusy={reading.isBusy}
          aria-label={`Read again: ${name}`}
          onClick={() => void reading.run()}
        >
          Read again
        </Button>
      )}
    </li>
  );
}

const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    min-height: 52px;
    padding: 8px 0;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & p {
    flex: 1 1 260px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & a {
    font-weight: 550;
    color: var(--ph-text);
  }
  & span {
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & small {
    display: block;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & small[data-bad] {
    color: var(--ph-danger-text);
  }
`;
