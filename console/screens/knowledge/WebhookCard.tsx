import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { ShownOnceDialog } from "../../parts/ShownOnceDialog.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { ShownSource, SourcePlace } from "../../state/knowledge/dataSources.ts";
import { makeWebhook, revokeWebhook } from "../../state/knowledge/sourceSync.ts";
import { SettingLine } from "./SettingLine.tsx";

interface WebhookCardProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** The address that starts a sync from outside: made, renewed, revoked; shown whole once. */
export function WebhookCard({ source: { webhook }, place, mayChange }: WebhookCardProps): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  const [asks, setAsks] = useState<"renew" | "revoke" | null>(null);
  const making = useAction(async () => setUrl(await makeWebhook(place)));
  return (
    <SettingLine
      label="Webhook"
      title={webhook ? `Synced by its webhook …${webhook.ending}` : "No webhook"}
      note={
        webhook
          ? webhook.lastUsedAt === null
            ? `Created ${describeDateTime(webhook.createdAt)}. Not used yet.`
            : `Last used ${describeDateTime(webhook.lastUsedAt)}.`
          : "Other systems call its address to start a sync."
      }
      actions={
        mayChange &&
        (webhook ? (
          <>
            <Button size="small" kind="quiet" onClick={() => setAsks("revoke")}>
              Revoke
            </Button>
            <Button size="small" onClick={() => setAsks("renew")}>
              Renew
            </Button>
          </>
        ) : (
          <Button size="small" isBusy={making.isBusy} onClick={() => void making.run()}>
            Create webhook
          </Button>
        ))
      }
    >
      {making.error && <ErrorNotice error={making.error} />}
      {asks === "renew" && (
        <ConfirmDialog
          title="Renew the webhook?"
          confirmLabel="Renew webhook"
          onConfirm={async () => setUrl(await makeWebhook(place))}
          onClose={() => setAsks(null)}
        >
          The old address stops working immediately. Update the programs that call it.
        </ConfirmDialog>
      )}
      {asks === "revoke" && (
        <ConfirmDialog
          title="Revoke the webhook?"
          confirmLabel="Revoke webhook"
          onConfirm={() => revokeWebhook(place)}
          onClose={() => setAsks(null)}
        >
          Its address stops working immediately.
        </ConfirmDialog>
      )}
      {url && (
        <ShownOnceDialog
          what="address"
          label="Webhook address"
          text={url}
          width={560}
          onClose={() => setUrl(null)}
        >
          <p>
            Anyone with this address can start a sync, but nothing else. Send it a <code>POST</code> with or
            without content.
          </p>
        </ShownOnceDialog>
      )}
    </SettingLine>
  );
}
