import { useState } from "react";
import type { ReactNode } from "react";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import type { Snapshot } from "valtio";
import type { IdentitySettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { loadIdentity, makeSecret, removeSecret } from "../../state/surfaces/identity.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { NewSecretDialog } from "./NewSecretDialog.tsx";

interface SecretsCardProps {
  place: AgentPlace;
  settings: Snapshot<IdentitySettings>;
  isReadOnly: boolean;
}

const mostSecrets = 2;

/** The secrets that sign identities: two at most, so that one can be replaced without a gap. */
export function SecretsCard({ place, settings, isReadOnly }: SecretsCardProps): ReactNode {
  const [made, setMade] = useState<string | null>(null);
  const [removing, setRemoving] = useState<{ id: string; lastFour: string } | null>(null);
  const creating = useAction(async () => setMade(await makeSecret(place)));
  const { secrets } = settings;
  const isFull = secrets.length >= mostSecrets;
  return (
    <Card
      title="Secrets"
      subtitle="Your server signs visitors’ identities with one of these. Never put one into a page."
      aside={
        !isReadOnly && (
          <Button
            className={create}
            size="small"
            icon={<Plus size={15} aria-hidden />}
            isBusy={creating.isBusy}
            disabled={isFull}
            title={isFull ? "Two at most: delete one first" : undefined}
            onClick={() => void creating.run()}
          >
            Create secret
          </Button>
        )
      }
    >
      {creating.error && (
        <ErrorNotice
          title="The secret was not created."
          error={creating.error}
          onRetry={creating.error.code === "conflict" ? () => void loadIdentity(place) : undefined}
        />
      )}
      {secrets.length === 0 ? (
        <p className={note}>
          No secret yet: nobody’s identity can be verified. Create one, and keep it where your server keeps
          its passwords.
        </p>
      ) : (
        <ul className={list} aria-label="Secrets">
          {secrets.map(({ id, lastFour, createdAt }) => (
            <li key={id}>
              <KeyRound size={16} aria-hidden />
              <code>…{lastFour}</code>
              <span>
                made <time dateTime={new Date(createdAt).toISOString()}>{describeDateTime(createdAt)}</time>
              </span>
              {!isReadOnly && (
                <IconButton
                  label={`Delete secret …${lastFour}`}
                  size="small"
                  onClick={() => setRemoving({ id, lastFour })}
                >
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isFull && (
        <p className={note}>
          To replace a secret, sign with the newer one, then delete the older. Both work in the meantime.
        </p>
      )}
      {made && <NewSecretDialog secret={made} onClose={() => setMade(null)} />}
      {removing && (
        <ConfirmDialog
          title={`Delete secret …${removing.lastFour}?`}
          confirmLabel="Delete secret"
          onConfirm={() => removeSecret(place, removing.id)}
          onClose={() => setRemoving(null)}
        >
          Identities signed with it are refused immediately. If your server still uses it, your users are no
          longer recognized.
        </ConfirmDialog>
      )}
    </Card>
  );
}

const create = css`
  flex: none;
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const list = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    min-height: 44px;
    padding: 4px 6px 4px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & svg {
    color: var(--ph-text-3);
  }
  & code {
    font: 550 var(--ph-text-m) / 1.4 var(--ph-mono);
  }
  & span {
    flex: 1;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
