import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ChangeList } from "../../../parts/publish/ChangeList.tsx";
import { ChangesSkeleton } from "../../../parts/publish/ChangesSkeleton.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { comparison, loadComparison, versions } from "../../../state/agents/versions.ts";

interface VersionComparisonProps {
  place: AgentPlace;
  agent: Snapshot<Agent>;
  version: number;
}

/** What changed from this version to another, or to the draft; which one is in the address. */
export function VersionComparison({ place, agent, version }: VersionComparisonProps): ReactNode {
  const { orgId, agentId } = place;
  const query = useQuery();
  const to = Number(query.read("to")) || "draft";
  const resource = useSnapshot(comparison);
  const listed = useSnapshot(versions).data?.items ?? [];
  const { revision } = agent;
  useEffect(
    () => void loadComparison(orgId, { agentId, from: version, to }),
    [orgId, agentId, version, to, revision],
  );
  const { data } = resource;
  const isOurs = data?.agentId === agentId && data.from === version && data.to === to;
  const others = listed.filter((one) => one.version !== version);
  const isListed = to === "draft" || others.some((one) => one.version === to);
  return (
    <div className={frame}>
      <Select
        label={`What changed from version ${version} to`}
        value={String(to)}
        onChange={(value) => query.set({ to: value === "draft" ? null : value })}
        options={[
          { value: "draft", label: "The draft" },
          ...(isListed ? [] : [{ value: String(to), label: `Version ${to}` }]),
          ...others.map((one) => ({
            value: String(one.version),
            label: `Version ${one.version}, ${describeDateTime(one.createdAt)}`,
          })),
        ]}
      />
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<ChangesSkeleton />}
        needs="agents.read"
        onRetry={() => loadComparison(orgId, { agentId, from: version, to })}
      >
        {(shown) => (
          <>
            <ChangeList changes={shown.changes} pages={shown.pages} />
            {shown.pages === null && (
              <p className={small}>Pages are not compared, because one version has no saved data sources.</p>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  & > :first-child {
    max-width: 420px;
  }
`;
const small = css`
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
`;
