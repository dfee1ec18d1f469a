import { Suspense } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { SettingsPage } from "../../parts/SettingsPage.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { WebhookList } from "./WebhookList.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { WebhookDetail } from "./overlays.ts";

/** Settings: where other programs are told what happens in conversations. */
export default function Webhooks(): ReactNode {
  const { orgId = "" } = useParams();
  const webhookId = useQuery().read("webhook");
  return (
    <SettingsPage part="webhooks" subtitle="Notify other programs of events in your conversations.">
      {webhookId ? (
        <Suspense fallback={<ListSkeleton />}>
          <WebhookDetail key={webhookId} place={{ orgId, webhookId }} />
        </Suspense>
      ) : (
        <WebhookList key={orgId} orgId={orgId} />
      )}
    </SettingsPage>
  );
}
