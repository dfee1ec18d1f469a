import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { loadTeamNotices, teamNotices, watchTeamNotices } from "../../state/channels/teamNotices.ts";
import type { DeployTabProps } from "./deployTab.ts";
import { TeamForm } from "./TeamForm.tsx";
import { useFollowed } from "./useFollowed.ts";

const followed = { load: loadTeamNotices, watch: watchTeamNotices };

/**
 * Where the team is told of hand-overs, mentions and approvals, and answers them. Saved changes take effect
 * immediately.
 */
export default function Team({ place, isReadOnly, onUnsaved }: DeployTabProps): ReactNode {
  const resource = useSnapshot(teamNotices);
  useFollowed(followed, { place, onUnsaved });
  const own = resource.data?.agentId === place.agentId ? resource.data : null;
  return (
    <Loaded
      resource={{ ...resource, data: own }}
      skeleton={
        <Card>
          <Skeleton height="160px" />
        </Card>
      }
      needs="surfaces.read"
      onRetry={() => loadTeamNotices(place)}
    >
      {({ value }) => <TeamForm place={place} notices={value} isReadOnly={isReadOnly} />}
    </Loaded>
  );
}
