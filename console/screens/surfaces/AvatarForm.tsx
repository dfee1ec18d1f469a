import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { AvatarSurface } from "../../../shared/contract/voice/avatar.ts";
import type { VoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { VoiceKeyDialog } from "../../parts/VoiceKeyDialog.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { loadVoiceKeys, voiceKeys } from "../../state/models/voiceKeys.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { CatalogPicker } from "./CatalogPicker.tsx";

export type ChosenAvatar = Pick<AvatarSurface, "avatarId" | "avatarName" | "voiceId" | "voiceName">;

interface AvatarFormProps {
  place: AgentPlace;
  surface: Snapshot<AvatarSurface>;
  /** Saves what was chosen and tries it. */
  onSave: (chosen: ChosenAvatar) => Promise<AvatarSurface>;
  onDone: () => void;
}

/** Sets up an avatar step by step: the key, the face, its voice. Saving tries it. */
export function AvatarForm({ place, surface, onSave, onDone }: AvatarFormProps): ReactNode {
  const { orgId } = place;
  const keys = useSnapshot(voiceKeys);
  const [isConnecting, setIsConnecting] = useState(false);
  const { avatarId, avatarName, voiceId, voiceName } = surface;
  const [chosen, setChosen] = useState({ avatarId, avatarName, voiceId, voiceName });
  useEffect(() => void loadVoiceKeys(orgId), [orgId]);
  // Members who may not see keys are told by the lists what is missing.
  const hasLists = hasTavusKey(keys.data) ?? keys.error?.code === "forbidden";
  const saving = useAction(async () => {
    const saved = await onSave(chosen);
    if (saved.state === "connected") showToast("The avatar works");
    onDone();
  });
  return (
    <div className={frame}>
      <ol>
        <li>
          <h3>Connect Tavus</h3>
          <TavusKey orgId={orgId} onConnect={() => setIsConnecting(true)} />
        </li>
        {hasLists && (
          <>
            <li>
              <h3>Choose an avatar</h3>
              <CatalogPicker
                orgId={orgId}
                kind="avatar"
                label="Avatars"
                service="tavus"
                chosenId={chosen.avatarId}
                onChoose={({ id, name }) => setChosen({ ...chosen, avatarId: id, avatarName: name })}
                isReadOnly={false}
              />
            </li>
            <li>
              <h3>Choose a voice</h3>
              <p>{chosen.voiceName ? `Voice: ${chosen.voiceName}` : "Uses the avatar’s own voice."}</p>
              {chosen.voiceId && (
                <Button size="small" onClick={() => setChosen({ ...chosen, voiceId: "", voiceName: "" })}>
                  Use the avatar’s own voice
                </Button>
              )}
              <CatalogPicker
                orgId={orgId}
                kind="avatarVoice"
                label="Voices"
                service="tavus"
                chosenId={chosen.voiceId}
                onChoose={({ id, name }) => setChosen({ ...chosen, voiceId: id, voiceName: name })}
                isReadOnly={false}
              />
            </li>
          </>
        )}
      </ol>
      {saving.error && <ErrorNotice title="The avatar was not saved." error={saving.error} />}
      <div data-actions="">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          kind="primary"
          isBusy={saving.isBusy}
          disabled={!hasLists || chosen.avatarId === ""}
          onClick={() => void saving.run()}
        >
          Save and test
        </Button>
      </div>
      {isConnecting && (
        <VoiceKeyDialog place={{ orgId, service: "tavus" }} onClose={() => setIsConnecting(false)} />
      )}
    </div>
  );
}

/** Whether the organization has a key of Tavus; undefined until its keys are read. */
function hasTavusKey(keys: Snapshot<VoiceKey[]> | null): boolean | undefined {
  return keys?.some(({ service }) => service === "tavus");
}

/** The first step: whether there is a key, and the way to one. */
function TavusKey({ orgId, onConnect }: { orgId: string; onConnect: () => void }): ReactNode {
  const { data, error } = useSnapshot(voiceKeys);
  const hasKey = hasTavusKey(data);
  if (hasKey) return <p>Connected. Tavus charges for each minute of a call.</p>;
  if (hasKey === undefined && error?.code === "forbidden")
    return <p>Tavus charges for each minute of a call.</p>;
  if (hasKey === undefined && error)
    return (
      <ErrorNotice
        title="The keys could not be read."
        error={error}
        onRetry={() => void loadVoiceKeys(orgId)}
      />
    );
  if (hasKey === undefined) return <Skeleton height="20px" />;
  return (
    <>
      <p>Create an account at tavus.io and an API key there. Tavus charges for each minute of a call.</p>
      {mayDo("modelKeys.update") ? (
        <Button size="small" onClick={onConnect}>
          Connect Tavus
        </Button>
      ) : (
        <p>Ask an owner or admin to add its key under Model keys.</p>
      )}
    </>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  margin-top: 14px;
  & > ol {
    display: grid;
    gap: 18px;
    margin: 0;
    padding-inline-start: 20px;
  }
  & li {
    min-width: 0;
  }
  & > ol > li {
    padding-inline-start: 4px;
  }
  & h3 {
    margin-bottom: 6px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & p {
    margin-bottom: 8px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > [data-actions] {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: 8px;
  }
`;
