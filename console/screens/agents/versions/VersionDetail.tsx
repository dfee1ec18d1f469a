import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { RotateCcw } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { BackLink } from "../../../parts/BackLink.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { FilterLinks } from "../../../parts/FilterLinks.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadVersion, openVersion } from "../../../state/agents/versions.ts";
import { VersionComparison } from "./VersionComparison.tsx";
import { VersionContent } from "./VersionContent.tsx";
import { VersionGone } from "./VersionGone.tsx";
import { reasonNames } from "./versionWords.ts";
import { RestoreDialog } from "./RestoreDialog.tsx";

interface VersionDetailProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  version: number;
}

/** One version: what changed since or before, all that it holds, and the way to bring it back. */
export function VersionDetail({ agent, place, version }: VersionDetailProps): ReactNode {
  const { orgId, agentId } = place;
  const query = useQuery();
  const resource = useSnapshot(openVersion);
  useEffect(() => void loadVersion({ orgId, agentId }, version), [orgId, agentId, version]);
  const data = resource.data?.agentId === agentId && resource.data.version === version ? resource.data : null;
  const shows = query.read("show") === "content" ? "content" : "changes";
  if (resource.error?.code === "not_found") return <VersionGone />;
  return (
    <Page
      title={`Version ${version}`}
      subtitle={
        data
          ? [reasonNames[data.reason], data.createdBy, describeDateTime(data.createdAt)]
              .filter(Boolean)
              .join(" · ")
          : "\u00a0"
      }
      above={
        <BackLink href={query.link({ version: null, to: null, show: null, restore: null })}>
          Versions
        </BackLink>
      }
      actions={
        data && (
          <>
            {data.isPublic && <Badge tone="success">Public</Badge>}
            {mayDo("agents.update") && (
              <Button
                kind="primary"
                icon={<RotateCcw size={16} aria-hidden />}
                onClick={() => query.set({ restore: "1" })}
              >
                Restore
              </Button>
            )}
          </>
        )
      }
    >
      {data?.note && <p>{data.note}</p>}
      <FilterLinks
        label="What to show of this version"
        value={shows}
        options={[
          { value: "changes", label: "Changes" },
          { value: "content", label: "Everything in it" },
        ]}
        linkTo={(value) => query.link({ show: value === "changes" ? null : value })}
      />
      {shows === "changes" && <VersionComparison place={place} agent={agent} version={version} />}
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<Skeleton height="180px" />}
        needs="agents.read"
        onRetry={() => loadVersion(place, version)}
      >
        {(shown) => shows === "content" && <VersionContent version={shown} />}
      </Loaded>
      {query.read("restore") && data && mayDo("agents.update") && (
        <RestoreDialog
          place={place}
          agent={agent}
          version={data}
          onClose={() => query.set({ restore: null }, { replace: true })}
        />
      )}
    </Page>
  );
}
