import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { Download, Inbox } from "lucide-react";
import type { SkillRun } from "../../../../shared/contract/skills/skills.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { showValue } from "../../../../shared/domain/forms.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { saveFrom } from "../../../parts/saveFrom.ts";
import { useAction } from "../../../parts/useAction.ts";
import { useNow } from "../../../parts/useNow.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { askForLeads, loadSkillRuns, skillRuns } from "../../../state/skills/skills.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { Shown, ShownRequest, ShownResponse } from "./Shown.tsx";
import { runWords } from "./skillWords.ts";

interface SkillRunsProps {
  place: AgentPlace;
  skillId: string;
  /** What visitors wrote in a form can be saved as a table. */
  isForm: boolean;
}

/** What the skill did for visitors, newest first; one run open with its request and response. */
export function SkillRuns({ place, skillId, isForm }: SkillRunsProps): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(skillRuns);
  const query = useQuery();
  const openId = query.read("run");
  const page = Number(query.read("page")) || 1;
  const read = useCallback(
    () => loadSkillRuns({ orgId, agentId }, { skillId, page }),
    [orgId, agentId, skillId, page],
  );
  useEffect(() => void read(), [read]);
  const now = useNow();
  const saving = useAction(async () => saveFrom(await askForLeads(place, skillId)));
  return (
    <Loaded
      resource={resource}
      needs="skills.read"
      failedTitle="The runs could not be read."
      onRetry={() => void read()}
      skeleton={<ListSkeleton />}
    >
      {(found) =>
        found.items.length === 0 ? (
          <Card>
            <EmptyState title="No runs yet" icon={<Inbox size={20} aria-hidden />}>
              Runs in conversations appear here. Tests don't.
            </EmptyState>
          </Card>
        ) : (
          <div className={frame}>
            <h2 className={visuallyHidden}>Runs</h2>
            {isForm && mayDo("conversations.export") && (
              <Button isBusy={saving.isBusy} onClick={() => void saving.run()}>
                <Download size={17} aria-hidden />
                Export as CSV
              </Button>
            )}
            {saving.error && <ErrorNotice title="The answers were not exported." error={saving.error} />}
            <ul className={framedList} aria-label="Runs">
              {found.items.map((run) => (
                <li key={run.id}>
                  <RunLine
                    run={run}
                    now={now}
                    isOpen={run.id === openId}
                    href={query.link({ run: run.id === openId ? null : run.id })}
                    threadHref={agentTabPath({
                      ...place,
                      tab: `inbox/conversations/${encodeURIComponent(run.threadId)}`,
                    })}
                  />
                  {run.id === openId && <RunView run={run} />}
                </li>
              ))}
            </ul>
            <Pager
              page={found.page}
              linkTo={(to) => query.link({ page: to === 1 ? null : String(to), run: null })}
            />
          </div>
        )
      }
    </Loaded>
  );
}

interface RunLineProps {
  run: Snapshot<SkillRun>;
  now: number;
  isOpen: boolean;
  href: string;
  threadHref: string;
}

function RunLine({ run, now, isOpen, href, threadHref }: RunLineProps): ReactNode {
  const { state, inputs, decidedBy, response, error, ms, createdAt } = run;
  const { label, tone } = runWords[state];
  const values = Object.values(inputs).map((value) => showValue(copyShown(value)));
  const isVisitor = decidedBy === "visitor";
  const decided = state === "declined" ? "declined" : isVisitor ? "confirmed" : "approved";
  const facts = [
    formatRelativeTime(createdAt, now),
    decidedBy !== null && `${decided} by ${isVisitor ? "the visitor" : decidedBy}`,
    response && `status ${response.status}`,
    ms !== null && `${ms} ms`,
  ];
  return (
    <div className={line}>
      <Link href={href} aria-expanded={isOpen}>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        <span>
          <strong>{values.join(", ") || "No input"}</strong>
          <small>{facts.filter(Boolean).join(" · ")}</small>
          {error && <small data-bad="">{error}</small>}
        </span>
      </Link>
      <Link href={threadHref}>Conversation</Link>
    </div>
  );
}

function RunView({ run }: { run: Snapshot<SkillRun> }): ReactNode {
  const { inputs, request, response, ms } = run;
  const isEmpty = !request && !response && Object.keys(inputs).length === 0;
  return (
    <div className={view}>
      {isEmpty && <p>Nothing was sent.</p>}
      {Object.keys(inputs).length > 0 && <Shown label="Inputs" text={JSON.stringify(inputs)} />}
      {request && <ShownRequest label="Request" request={request} />}
      {response && <ShownResponse response={response} ms={ms} />}
    </div>
  );
}

/** What is hidden in it for screen readers stays within it. */
const frame = css`
  position: relative;
  display: grid;
  gap: 12px;
  & > button {
    justify-self: end;
  }
`;
const line = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  & > a {
    font-size: var(--ph-text-s);
    padding: 12px 20px;
  }
  & > a:first-child {
    display: grid;
    flex: 1 1 260px;
    grid-template-columns: 148px minmax(0, 1fr);
    align-items: start;
    gap: 4px 14px;
    min-width: 0;
    color: var(--ph-text);
    text-decoration: none;
  }
  & > a:first-child:hover {
    background: var(--ph-hover);
  }
  & > a:focus-visible {
    outline-offset: -2px;
  }
  & > a > span:first-child {
    justify-self: start;
  }
  & > a > span:last-child {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
  }
  & small[data-bad] {
    color: var(--ph-danger-text);
  }
  @media (max-width: 480px) {
    & > a {
      padding-inline: 16px;
    }
    & > a:first-child {
      grid-template-columns: minmax(0, 1fr);
    }
    & > a:last-child {
      padding-top: 4px;
    }
  }
`;
const view = css`
  display: grid;
  gap: 14px;
  padding: 14px 20px 20px;
  & > p {
    color: var(--ph-text-2);
  }
  @media (max-width: 480px) {
    padding: 4px 16px 16px;
  }
`;
