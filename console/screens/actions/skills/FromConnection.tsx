import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { SearchX } from "lucide-react";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Card } from "../../../parts/Card.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { loadIntegration, openIntegration } from "../../../state/integrations/integrations.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { skillPath } from "../../../state/skills/skillPaths.ts";
import { draftOf } from "./skillDrafts.ts";
import { SkillForm } from "./SkillForm.tsx";

interface FromConnectionProps {
  place: AgentPlace;
  integrationId: string;
  operationId: string;
}

/** Begins with an operation of a connected service. */
export function FromConnection(props: FromConnectionProps): ReactNode {
  const { place, integrationId, operationId } = props;
  const { orgId, agentId } = place;
  const resource = useSnapshot(openIntegration);
  useEffect(() => void loadIntegration({ orgId, agentId, integrationId }), [orgId, agentId, integrationId]);
  return (
    <Loaded
      resource={resource}
      needs="integrations.read"
      failedTitle="The connection could not be read."
      onRetry={() => void loadIntegration({ orgId, agentId, integrationId })}
      skeleton={<ListSkeleton />}
    >
      {({ provider }) => {
        const draft = provider.operations.find(({ id }) => id === operationId)?.draft;
        if (draft) return <SkillForm place={place} skill={null} start={draftOf(draft)} />;
        return (
          <Card>
            <EmptyState
              title="No such action"
              icon={<SearchX size={20} aria-hidden />}
              action={<Link href={skillPath(place, "new")}>Show all ways</Link>}
            >
              The link is wrong.
            </EmptyState>
          </Card>
        );
      }}
    </Loaded>
  );
}
