import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { webhookEventNames } from "../../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { useSubmit } from "../../parts/useSubmit.ts";
import { changeWebhook, makeWebhook } from "../../state/webhooks/webhooks.ts";
import type { NewSecret } from "../../state/webhooks/webhooks.ts";
import { AgentChoice } from "./AgentChoice.tsx";
import { EventChoice } from "./EventChoice.tsx";
import { NewSecretDialog } from "./NewSecretDialog.tsx";

interface WebhookDialogProps {
  orgId: string;
  /** The webhook to change; left out, a new one is made. */
  webhook?: Snapshot<Webhook>;
  /** After a change that the list must show. */
  onChanged: () => void;
  onClose: () => void;
}

/** Makes a webhook and shows its secret this once, or changes one. */
export function WebhookDialog({ orgId, webhook, onChanged, onClose }: WebhookDialogProps): ReactNode {
  const formId = useId();
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEventNames);
  const [agentIds, setAgentIds] = useState<readonly string[] | null>(webhook?.agentIds ?? null);
  const [includesNotes, setIncludesNotes] = useState(webhook?.includesNotes ?? false);
  const [made, setMade] = useState<NewSecret | null>(null);
  const saving = useAction(async () => {
    const choices = {
      ...{ name: name.trim(), url: url.trim(), events: [...events], includesNotes },
      agentIds: agentIds && [...agentIds],
    };
    if (webhook) {
      await changeWebhook({ orgId, webhookId: webhook.id }, choices);
      showToast("Webhook changed");
      onClose();
    } else setMade(await makeWebhook(orgId, choices));
    onChanged();
  });
  const isAddress = /^https?:\/\/[^\s/]+/i.test(url.trim());
  const isComplete = name.trim() !== "" && isAddress && events.length > 0 && agentIds?.length !== 0;
  const { needed, handleSubmit } = useSubmit(isComplete, saving.run);
  if (made) return <NewSecretDialog made={made} onClose={onClose} />;
  return (
    <Dialog
      title={webhook ? `Edit ${webhook.name}` : "Add a webhook"}
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            {webhook ? "Save webhook" : "Add webhook"}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {saving.error && (
          <ErrorNotice
            title={webhook ? "The webhook was not changed." : "The webhook was not added."}
            error={saving.error}
          />
        )}
        <TextField
          label="Name"
          autoFocus
          hint="For example, the program that receives it."
          isRequired
          limit={80}
          value={name}
          onChange={setName}
          error={findFieldError(saving.error, "name") ?? needed(name.trim() === "", "Field is required")}
        />
        <TextField
          label="Address"
          hint="It gets a JSON POST request for each event. It must answer with a 2xx status within 15 seconds."
          isRequired
          type="url"
          limit={2000}
          placeholder="https://example.com/hooks"
          value={url}
          onChange={setUrl}
          error={
            findFieldError(saving.error, "url") ??
            needed(!isAddress, "Enter an address such as https://example.com/hooks.")
          }
        />
        <EventChoice
          events={events}
          onChange={setEvents}
          error={
            findFieldError(saving.error, "events") ?? needed(events.length === 0, "Choose at least one.")
          }
        />
        <AgentChoice
          agentIds={agentIds}
          onChange={setAgentIds}
          error={
            findFieldError(saving.error, "agentIds") ??
            needed(agentIds?.length === 0, "Choose at least one agent.")
          }
        />
        <label className={box}>
          <input
            type="checkbox"
            checked={includesNotes}
            onChange={(event) => setIncludesNotes(event.currentTarget.checked)}
          />
          <span>
            Include private notes
            <small>Notes that only your team sees.</small>
          </span>
        </label>
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
const box = css`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  line-height: 1.4;
  cursor: pointer;
  & > input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 1px 0 0;
    accent-color: var(--ph-accent);
  }
  & small {
    display: block;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
