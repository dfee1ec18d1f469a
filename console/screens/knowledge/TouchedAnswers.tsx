import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import { loadTouchedAnswers, touchedAnswers } from "../../state/knowledge/syncRun.ts";
import type { RunPartProps } from "./runPartProps.ts";

/** The answers that relied on what one sync took away, each with whether its sentence still stands. */
export function TouchedAnswers({ place, run }: RunPartProps): ReactNode {
  const resource = useSnapshot(touchedAnswers);
  const query = useQuery();
  const { orgId, agentId, sourceId, runId } = place;
  const changeId = query.read("change") || undefined;
  const page = Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);
  const progress = JSON.stringify([run.counts, run.status]);

  useEffect(() => {
    void loadTouchedAnswers({ orgId, agentId, sourceId, runId }, { changeId, page });
  }, [orgId, agentId, sourceId, runId, changeId, page, progress, tries]);

  return (
    <Loaded
      resource={resource}
      skeleton={<Skeleton height="120px" />}
      needs="conversations.read"
      onRetry={() => setTries(tries + 1)}
    >
      {(data) => (
        <>
          {changeId && (
            <p>
              Filtered by page. <Link href={query.link({ change: null, page: null })}>See all</Link>
            </p>
          )}
          {data.items.length === 0 && <p>No answers relied on these changes.</p>}
          <ul className={list} aria-label="Affected answers">
            {data.items.map((answer) => (
              <li key={`${answer.changeId} ${answer.messageId}`}>
                <p>
                  <Link
                    href={agentTabPath({
                      orgId,
                      agentId: answer.agentId,
                      tab: `inbox/conversations/${answer.threadId}`,
                    })}
                  >
                    {answer.question || "Question without text"}
                  </Link>
                  <Badge tone={answer.isStillSaid ? "success" : "warning"}>
                    {answer.isStillSaid ? "Quote still in source" : "Quote no longer in source"}
                  </Badge>
                </p>
                <p>{answer.answer}</p>
                <blockquote>{answer.quote}</blockquote>
                <small>
                  {answer.page.title} · {describeDateTime(answer.createdAt)}
                </small>
              </li>
            ))}
          </ul>
          <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
        </>
      )}
    </Loaded>
  );
}

const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li {
    display: grid;
    gap: 4px;
    padding: 10px 0;
    overflow-wrap: anywhere;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & p:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
  }
  & p:first-child > a {
    font-weight: 550;
  }
  & blockquote {
    margin: 0;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--ph-line);
    color: var(--ph-text-2);
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
`;
