import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Bot } from "lucide-react";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useHeld } from "../../parts/useHeld.ts";
import { allAgents, loadAgentsOf, loadAllAgents } from "../../state/agents/allAgents.ts";
import type { AgentsOf } from "../../state/agents/allAgents.ts";
import { handToDesignTool, readWriteKey } from "../../state/agents/designTool.ts";
import { organizations } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";
import { readRecentAgents } from "../../state/agents/recentAgents.ts";
import { drawn } from "../../state/platform/resource.ts";
import { AppLinks } from "./AppLinks.tsx";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { findApps } from "./findApps.ts";
import type { FoundApp } from "./findApps.ts";
import { HandedOver } from "./HandedOver.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";

/**
 * Chooses an agent among those of all the user's organizations; those opened last stand first. Opened by a plug-in of a
 * design tool it hands the agent to that.
 */
export default function ChooseApp(): ReactNode {
  const [writeKey] = useState(() => readWriteKey(location.search));
  const [handed, setHanded] = useState<string | null>(null);
  const handing = useAction(async ({ place, agent }: FoundApp) => {
    await handToDesignTool(place, writeKey ?? "");
    setHanded(agent.name);
  });
  const { status, error, data } = useSnapshot(organizations);
  const groups = useSnapshot(allAgents).groups as readonly AgentsOf[];
  const [search, setSearch] = useState("");
  const [recent] = useState(readRecentAgents);
  const read = () => drawn(loadAllAgents());
  useEffect(read, []);
  const isHeld = useHeld(
    groups.length === 0 && status !== "failed" && !(status === "ready" && data?.length === 0),
  );
  const found = findApps(groups, { search, recent });
  const isComing = groups.some((group) => group.status === "loading");

  if (handed !== null) return <HandedOver name={handed} />;
  return (
    <EntryCard
      title="Choose an AI Agent"
      subtitle={writeKey === null ? "From all your organizations" : "Your design tool will use this agent."}
      isWide
    >
      {handing.error && <ErrorNotice error={handing.error} />}
      {status === "failed" && error && <ErrorNotice error={error} onRetry={read} />}
      {isHeld && <Skeleton height="160px" />}
      {status === "ready" && data?.length === 0 && <NoAgent />}
      {groups.length > 0 && (
        <>
          <TextField label="Search agents" type="search" value={search} onChange={setSearch} autoFocus />
          {found.map(({ key, label, apps, group }) => (
            <section key={key} aria-label={label}>
              <AppLinks
                heading={label}
                apps={apps}
                isComing={group?.status === "loading"}
                total={group?.total}
                onChoose={writeKey === null ? undefined : handing.run}
              />
              {group?.error && (
                <ErrorNotice
                  title={`The agents of ${label} could not be read.`}
                  error={group.error}
                  onRetry={() => void loadAgentsOf(group.orgId)}
                />
              )}
            </section>
          ))}
          {found.length === 0 && !isComing && (search ? <p role="status">No agents found.</p> : <NoAgent />)}
        </>
      )}
    </EntryCard>
  );
}

function NoAgent(): ReactNode {
  return (
    <EmptyState
      title="No agents yet"
      icon={<Bot size={20} aria-hidden />}
      action={
        <a href={toAddress(paths.chooseCompany)} className={buttonClass("secondary")}>
          Your organizations
        </a>
      }
    >
      Open an organization and create your first agent.
    </EmptyState>
  );
}
