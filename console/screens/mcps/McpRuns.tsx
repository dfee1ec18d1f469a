import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { RunState } from "../../../shared/contract/skills/skills.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useNow } from "../../parts/useNow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { loadMcpRuns, mcpRuns } from "../../state/mcps/mcps.ts";
import type { McpPlace } from "../../state/mcps/mcps.ts";
import { agentTabPath } from "../../state/shell/paths.ts";

/** What a server's tools did for visitors, newest first. */
export function McpRuns({ place }: { place: McpPlace }): ReactNode {
  const { orgId, agentId, mcpId } = place;
  const resource = useSnapshot(mcpRuns);
  const query = useQuery();
  const page = Number(query.read("page")) || 1;
  const now = useNow();
  const read = useCallback(() => loadMcpRuns({ orgId, agentId, mcpId }, page), [orgId, agentId, mcpId, page]);
  useEffect(() => void read(), [read]);
  return (
    <Card title="Runs">
      <Loaded
        resource={resource}
        needs="mcps.read"
        failedTitle="The runs could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="96px" />}
      >
        {(found) =>
          found.items.length === 0 ? (
            <p className={none}>No runs yet. Runs in conversations appear here.</p>
          ) : (
            <>
              <ul className={list}>
                {found.items.map(({ id, title, state, error, createdAt, threadId }) => (
                  <li key={id}>
                    <Badge tone={words[state].tone} hasDot>
                      {words[state].label}
                    </Badge>
                    <span>
                      {title}
                      <small>{[formatRelativeTime(createdAt, now), error].filter(Boolean).join(" · ")}</small>
                    </span>
                    <Link
                      href={agentTabPath({
                        ...place,
                        tab: `inbox/conversations/${encodeURIComponent(threadId)}`,
                      })}
                    >
                      Conversation
                    </Link>
                  </li>
                ))}
              </ul>
              <Pager page={found.page} linkTo={(to) => query.link({ page: to === 1 ? null : String(to) })} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const words: Record<RunState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "accent" },
  running: { label: "Running", tone: "accent" },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  declined: { label: "Declined", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  unknown: { label: "Outcome unknown", tone: "warning" },
};

const none = css`
  color: var(--ph-text-2);
`;
const list = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
  }
  & > li > span:nth-child(2) {
    display: grid;
    flex: 1 1 200px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
