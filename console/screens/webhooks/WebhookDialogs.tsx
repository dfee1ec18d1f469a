import { useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import { deleteWebhook, rotateSecret } from "../../state/webhooks/webhooks.ts";
import type { NewSecret, WebhookPlace } from "../../state/webhooks/webhooks.ts";
import { NewSecretDialog } from "./NewSecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import type { Asking } from "./asking.ts";

interface WebhookDialogsProps {
  place: WebhookPlace;
  webhook: Snapshot<Webhook>;
  asking: NonNullable<Asking>;
  onClose: () => void;
}

/** What is asked before a webhook is changed, gets another secret, or is deleted. */
export function WebhookDialogs({ place, webhook, asking, onClose }: WebhookDialogsProps): ReactNode {
  const [made, setMade] = useState<NewSecret | null>(null);
  const hasMade = useRef(false);
  const { orgId } = place;
  if (made) return <NewSecretDialog made={made} onClose={onClose} />;
  if (asking === "change") {
    return <WebhookDialog orgId={orgId} webhook={webhook} onChanged={() => {}} onClose={onClose} />;
  }
  if (asking === "rotate") {
    return (
      <ConfirmDialog
        title="Create a new secret?"
        confirmLabel="Create secret"
        onConfirm={async () => {
          const fresh = await rotateSecret(place);
          hasMade.current = true;
          setMade(fresh);
        }}
        // Once it is made, the secret itself shows in this one's place.
        onClose={() => {
          if (!hasMade.current) onClose();
        }}
      >
        For a day, requests are signed with the new secret and …{webhook.secretEnding}.
        {webhook.oldSecretUntil !== null && " The older one ends now."}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Delete ${webhook.name}?`}
      confirmLabel="Delete webhook"
      onConfirm={async () => {
        await deleteWebhook(place);
        showToast("Webhook deleted");
        navigate(paths.webhooks(orgId));
      }}
      onClose={onClose}
    >
      Its delivery history is deleted too. To pause it, turn it off instead.
    </ConfirmDialog>
  );
}
