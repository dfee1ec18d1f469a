import { Suspense, useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { ChevronRight, Plug, Plus } from "lucide-react";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { maxMcpServers } from "../../../shared/domain/mcps.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { framedList } from "../../parts/framedList.ts";
import { listLine } from "../../parts/listLine.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { loadMcpServers, mcpServers } from "../../state/mcps/mcps.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { describeHeldBack, describeState, describeTools } from "./mcpWords.ts";
import { McpDialog } from "./overlays.ts";

/** An agent's MCP servers, each a link to its tools. */
export function McpList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(mcpServers);
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery();
  const read = useCallback(() => loadMcpServers({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => void read(), [read]);
  const isFull = (resource.data?.page.total ?? 0) >= maxMcpServers;
  const button = mayDo("mcps.update") && (
    <Button
      kind="primary"
      icon={<Plus size={17} aria-hidden />}
      disabled={isFull}
      onClick={() => setIsAdding(true)}
    >
      Add server
    </Button>
  );
  return (
    <div {...useKeptFocus<HTMLDivElement>()} className={frame}>
      <Loaded
        resource={resource}
        needs="mcps.read"
        failedTitle="The servers could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="220px" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState title="No MCP servers yet" icon={<Plug size={20} aria-hidden />} action={button}>
                Add a server to let the agent use its tools. Every tool is off until you switch it on.
              </EmptyState>
            </Card>
          ) : (
            <>
              <div className={head}>
                {isFull && <p>An agent has at most {maxMcpServers} MCP servers.</p>}
                {button}
              </div>
              <ul className={framedList} aria-label="MCP servers">
                {items.map((server) => (
                  <li key={server.id}>
                    <McpLine server={server} href={query.link({ server: server.id })} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <Suspense>
          <McpDialog
            place={place}
            onSaved={({ id }) => query.set({ server: id })}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function McpLine({ server, href }: { server: Snapshot<McpServer>; href: string }): ReactNode {
  const { label, tone } = describeState(server);
  const heldBack = describeHeldBack(server);
  return (
    <Link href={href} className={cx(listLine, line)}>
      <span>
        <strong>{server.name}</strong>
        <code>{server.url}</code>
        <small>
          {describeTools(server)}
          {heldBack && <b> · {heldBack}</b>}
        </small>
        {server.error && <small>{server.error}</small>}
      </span>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  & > p {
    margin-inline-end: auto;
    color: var(--ph-text-2);
  }
`;
const line = css`
  & small > b {
    color: var(--ph-warning-text);
    font-weight: 550;
  }
  @media (max-width: 600px) {
    flex-wrap: wrap;
    & > span:first-child {
      flex: 1 0 100%;
    }
    & > svg {
      margin-inline-start: auto;
    }
  }
`;
