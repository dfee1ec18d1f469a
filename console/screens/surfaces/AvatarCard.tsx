import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { ScanFace } from "lucide-react";
import type { AvatarSurface } from "../../../shared/contract/voice/avatar.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Card } from "../../parts/Card.tsx";
import { IconTile } from "../../parts/IconTile.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { avatar, loadAvatar, removeAvatar, saveAvatar, testAvatar } from "../../state/surfaces/avatar.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { SetUpCard } from "./SetUpCard.tsx";
import { StateBadge } from "./StateBadge.tsx";
import { AvatarForm } from "./openedGroups.ts";

interface AvatarCardProps {
  place: AgentPlace;
  /** Visitors can call the agent; where they can't, nobody sees the avatar. */
  hasCalls: boolean;
  isReadOnly: boolean;
}

/** The video avatar that speaks in the chat's calls: how it is, and its set-up. */
export function AvatarCard({ place, hasCalls, isReadOnly }: AvatarCardProps): ReactNode {
  const resource = useSnapshot(avatar);
  const { orgId, agentId } = place;
  const reload = () => void loadAvatar({ orgId, agentId });
  useEffect(reload, [orgId, agentId]);
  const own = resource.data?.agentId === agentId ? resource.data : null;
  return (
    <Loaded
      resource={{ ...resource, data: own }}
      needs="surfaces.read"
      onRetry={reload}
      skeleton={
        <Card>
          <Skeleton height="64px" />
        </Card>
      }
    >
      {({ surface }) => <OwnAvatar {...{ place, hasCalls, isReadOnly, surface }} />}
    </Loaded>
  );
}

interface OwnAvatarProps extends AvatarCardProps {
  surface: Snapshot<AvatarSurface>;
}

function OwnAvatar({ place, hasCalls, isReadOnly, surface }: OwnAvatarProps): ReactNode {
  const { enabled, avatarId, avatarName, voiceId, voiceName, state, problem, revision } = surface;
  const isSetUp = avatarId !== "";
  const kept = { revision, avatarId, avatarName, voiceId, voiceName };
  return (
    <SetUpCard
      {...{ isSetUp, isReadOnly }}
      title="Video avatar"
      name="video avatar"
      icon={<IconTile icon={ScanFace} />}
      subtitle={
        isSetUp ? [avatarName, voiceName].filter(Boolean).join(" · ") : "A Tavus avatar that speaks in calls."
      }
      isOn={enabled}
      onSwitch={(isOn) => saveAvatar(place, { ...kept, enabled: isOn })}
      onTest={() => testAvatar(place)}
      onDelete={() => removeAvatar(place)}
      deletionText="Calls continue without it. The key stays under Model keys."
      status={
        <>
          <StateBadge state={state} />
          {problem && <p>{problem}</p>}
          {state === "connected" && !hasCalls && <p>Turn on voice calls under Appearance to show it.</p>}
        </>
      }
      form={(onDone) => (
        <Suspense fallback={<Skeleton height="160px" />}>
          <AvatarForm
            {...{ place, surface, onDone }}
            onSave={(chosen) => saveAvatar(place, { ...chosen, revision, enabled: true })}
          />
        </Suspense>
      )}
    />
  );
}
