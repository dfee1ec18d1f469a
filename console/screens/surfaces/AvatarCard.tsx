import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { AvatarSurface } from "../../../shared/contract/voice/avatar.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { avatar, loadAvatar, removeAvatar, saveAvatar, testAvatar } from "../../state/surfaces/avatar.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { AvatarForm } from "./AvatarForm.tsx";
import { StateBadge } from "./StateBadge.tsx";

interface AvatarCardProps {
  place: AgentPlace;
  isReadOnly: boolean;
}

/** The video avatar that speaks in the chat's calls: how it is, and its set-up. */
export function AvatarCard({ place, isReadOnly }: AvatarCardProps): ReactNode {
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
      {({ surface }) => <OwnAvatar {...{ place, isReadOnly, surface }} />}
    </Loaded>
  );
}

interface OwnAvatarProps extends AvatarCardProps {
  surface: Snapshot<AvatarSurface>;
}

function OwnAvatar({ place, isReadOnly, surface }: OwnAvatarProps): ReactNode {
  const { enabled, avatarName, voiceName, state, problem, revision } = surface;
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const isSetUp = surface.avatarId !== "";
  const switching = useAction(async (isOn: boolean) => {
    const { avatarId, voiceId } = surface;
    await saveAvatar(place, { ...{ revision, enabled: isOn, avatarId, avatarName, voiceId, voiceName } });
  });
  const testing = useAction(async () => {
    const tested = await testAvatar(place);
    if (tested.state === "connected") showToast("The avatar works");
  });
  const error = switching.error ?? testing.error;
  return (
    <Card
      title="Video avatar"
      subtitle={
        isSetUp ? [avatarName, voiceName].filter(Boolean).join(" · ") : "A Tavus avatar that speaks in calls."
      }
      aside={
        isSetUp ? (
          <Toggle
            isOn={enabled}
            label="Video avatar is on"
            isDisabled={isReadOnly || switching.isBusy}
            onChange={(isOn) => void switching.run(isOn)}
          />
        ) : (
          !isReadOnly && (
            <Button
              size="small"
              aria-label={`${isEditing ? "Close" : "Set up"} video avatar`}
              onClick={() => setIsEditing(!isEditing)}
            >
              {isEditing ? "Close" : "Set up"}
            </Button>
          )
        )
      }
    >
      {isSetUp && (
        <div className={body}>
          <div role="status">
            <StateBadge state={state} />
            {problem && <p>{problem}</p>}
            {state === "connected" && <p>Turn on voice calls under Appearance to show it.</p>}
          </div>
          {!isReadOnly && !isEditing && (
            <div data-actions="">
              <Button size="small" onClick={() => setIsEditing(true)} aria-label="Edit video avatar">
                Edit
              </Button>
              {enabled && (
                <Button
                  size="small"
                  isBusy={testing.isBusy}
                  onClick={() => void testing.run()}
                  aria-label="Test video avatar"
                >
                  Test
                </Button>
              )}
              <Button
                size="small"
                kind="danger"
                onClick={() => setIsDeleting(true)}
                aria-label="Delete video avatar"
              >
                Delete
              </Button>
            </div>
          )}
        </div>
      )}
      {error && <ErrorNotice title="This did not work." error={error} />}
      {isEditing && <AvatarForm place={place} surface={surface} onDone={() => setIsEditing(false)} />}
      {isDeleting && (
        <ConfirmDialog
          title="Delete the video avatar?"
          confirmLabel="Delete video avatar"
          onConfirm={async () => {
            await removeAvatar(place);
            setIsEditing(false);
          }}
          onClose={() => setIsDeleting(false)}
        >
          Calls continue without it. The key stays under Model keys.
        </ConfirmDialog>
      )}
    </Card>
  );
}

const body = css`
  display: grid;
  gap: 14px;
  & > [role="status"] {
    display: grid;
    justify-items: start;
    gap: 8px;
    font-size: var(--ph-text-s);
  }
  & p {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > [data-actions] {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
