import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Wrench } from "lucide-react";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { BackLink } from "../../parts/BackLink.tsx";
import { Card } from "../../parts/Card.tsx";
import { framedList } from "../../parts/framedList.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { loadMcpServer, openMcpServer } from "../../state/mcps/mcps.ts";
import type { McpPlace } from "../../state/mcps/mcps.ts";
import { AppsCard } from "./AppsCard.tsx";
import { McpHead } from "./McpHead.tsx";
import { McpRuns } from "./McpRuns.tsx";
import { ToolLine } from "./ToolLine.tsx";
import { ToolDialog } from "./ToolDialog.tsx";

/** One MCP server: how it is, and its tools. */
export function McpDetail({ place }: { place: McpPlace }): ReactNode {
  const { orgId, agentId, mcpId } = place;
  const resource = useSnapshot(openMcpServer);
  const query = useQuery();
  const [openId, setOpenId] = useState<string | null>(null);
  const read = useCallback(() => loadMcpServer({ orgId, agentId, mcpId }), [orgId, agentId, mcpId]);
  useEffect(() => void read(), [read]);
  return (
    <div className={frame}>
      <BackLink href={query.link({ server: null })}>All MCP servers</BackLink>
      <Loaded
        resource={resource}
        needs="mcps.read"
        failedTitle="The server could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="220px" />}
      >
        {({ server, tools }) => {
          const open = tools.find(({ id }) => id === openId);
          return (
            <>
              <McpHead place={place} server={server} />
              {tools.length === 0 ? (
                <Card>
                  <EmptyState title="No tools yet" icon={<Wrench size={20} aria-hidden />}>
                    Tools appear here once they’re read.
                  </EmptyState>
                </Card>
              ) : (
                <ul className={framedList} aria-label="Tools">
                  {tools.map((tool) => (
                    <li key={tool.id}>
                      <ToolLine place={place} tool={tool} onOpen={() => setOpenId(tool.id)} />
                    </li>
                  ))}
                </ul>
              )}
              {server.leftOut.length > 0 && (
                <Card title="Tools that can't be used">
                  <ul className={reasons}>
                    {server.leftOut.map(({ name, why }) => (
                      <li key={name}>
                        <code>{name}</code> {why}
                      </li>
                    ))}
                  </ul>
                </Card>
              )}
              <AppsCard place={place} server={server} />
              <McpRuns place={place} />
              {open && <ToolDialog place={place} tool={open} onClose={() => setOpenId(null)} />}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
const reasons = css`
  display: grid;
  gap: 6px;
  margin: 0;
  padding-inline-start: 20px;
  color: var(--ph-text-2);
  & code {
    color: var(--ph-text);
    overflow-wrap: anywhere;
  }
`;
