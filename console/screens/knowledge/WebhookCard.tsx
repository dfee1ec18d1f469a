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
            ? `Made ${describeDateTime(webhook.createdAt)}, not used yet.`
            : `Last used ${describeDateTime(webhook.lastUsedAt)}.`
          : "An address that starts a sync when another system calls it."
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
            Make a webhook
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
          The address of before starts nothing from this moment on. Update the programs that call it.
        </ConfirmDialog>
      )}
      {asks === "revoke" && (
        <ConfirmDialog
          title="Revoke the webhook?"
          confirmLabel="Revoke webhook"
          onConfirm={() => revokeWebhook(place)}
          onClose={() => setAsks(null)}
        >
          Its address starts nothing from this moment on.
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
            Whoever knows it can start a sync, and nothing else. Send it a <code>POST</code> with any content,
            or none.
          </p>
        </ShownOnceDialog>
      )}
    </SettingLine>
  );
}
