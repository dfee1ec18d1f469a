import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { ApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { useSubmit } from "../../parts/useSubmit.ts";
import { changeApiKey, makeApiKey } from "../../state/accounts/apiKeys.ts";
import { AgentLimit } from "./AgentLimit.tsx";
import { ExpiryField, readExpiry } from "./ExpiryField.tsx";
import type { Expiry } from "./ExpiryField.tsx";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { ScopeFields } from "./ScopeFields.tsx";

interface KeyDialogProps {
  orgId: string;
  /** The key to change; left out, a new one is made. */
  apiKey?: Snapshot<ApiKey>;
  /** After a change that the list must show. */
  onChanged: () => void;
  onClose: () => void;
}

/** Makes an API key and shows it this once, or changes the name and the rights of one. */
export function KeyDialog({ orgId, apiKey, onChanged, onClose }: KeyDialogProps): ReactNode {
  const formId = useId();
  const [name, setName] = useState(apiKey?.name ?? "");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(apiKey?.scopes ?? []);
  const [agentIds, setAgentIds] = useState<readonly string[] | null>(apiKey?.agentIds ?? null);
  const [expiry, setExpiry] = useState<Expiry>({ choice: "90", day: "" });
  const [made, setMade] = useState<Awaited<ReturnType<typeof makeApiKey>> | null>(null);
  const expiresAt = readExpiry(expiry, Date.now());
  const saving = useAction(async () => {
    const choices = { name: name.trim(), scopes: [...scopes], agentIds: agentIds && [...agentIds] };
    if (apiKey) {
      await changeApiKey({ orgId, keyId: apiKey.id }, choices);
      showToast("API key changed");
      onClose();
    } else setMade(await makeApiKey(orgId, { ...choices, expiresAt: expiresAt ?? null }));
    onChanged();
  });
  const isComplete =
    name.trim() !== "" && scopes.length > 0 && agentIds?.length !== 0 && expiresAt !== undefined;
  const { needed, handleSubmit } = useSubmit(isComplete, saving.run);
  if (made) return <NewKeyDialog made={made} onClose={onClose} />;
  return (
    <Dialog
      title={apiKey ? `Edit ${apiKey.name}` : "Create an API key"}
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            {apiKey ? "Save key" : "Create key"}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {saving.error && (
          <ErrorNotice
            title={apiKey ? "The key couldn’t be changed." : "The key couldn’t be created."}
            error={saving.error}
          />
        )}
        <TextField
          label="Name"
          autoFocus
          hint="For example, the program that uses it."
          isRequired
          limit={80}
          value={name}
          onChange={setName}
          error={findFieldError(saving.error, "name") ?? needed(name.trim() === "", "Field is required")}
        />
        <ScopeFields
          scopes={scopes}
          onChange={setScopes}
          error={
            findFieldError(saving.error, "scopes") ?? needed(scopes.length === 0, "Choose at least one.")
          }
        />
        <AgentLimit
          agentIds={agentIds}
          onChange={setAgentIds}
          error={
            findFieldError(saving.error, "agentIds") ??
            needed(agentIds?.length === 0, "Choose at least one agent.")
          }
        />
        {!apiKey && (
          <ExpiryField
            expiry={expiry}
            onChange={setExpiry}
            error={
              findFieldError(saving.error, "expiresAt") ??
              needed(expiresAt === undefined, "Choose a future date.")
            }
          />
        )}
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
