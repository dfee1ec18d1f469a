import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { ArrowLeft } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { paths } from "../../state/paths.ts";
import { loadWebhook, openWebhook } from "../../state/webhooks.ts";
import type { WebhookPlace } from "../../state/webhooks.ts";
import { Deliveries } from "./Deliveries.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { WebhookHead } from "./WebhookHead.tsx";

const WebhookDialogs = lazy(() => import("./WebhookDialogs.tsx"));

/** What is asked about the open webhook. */
export type Asking = "change" | "rotate" | "remove" | null;

/** One webhook: how it is, what can be done with it, and what was sent to it. */
export default function WebhookDetail({ place }: { place: WebhookPlace }): ReactNode {
  const { orgId, webhookId } = place;
  const resource = useSnapshot(openWebhook);
  const [asking, setAsking] = useState<Asking>(null);
  const [sentTimes, setSentTimes] = useState(0);
  const read = useCallback(() => loadWebhook({ orgId, webhookId }), [orgId, webhookId]);
  useEffect(() => void read(), [read]);
  return (
    <div className={frame}>
      <Link href={paths.webhooks(orgId)} className={back}>
        <ArrowLeft size={15} aria-hidden />
        All webhooks
      </Link>
      <Loaded
        resource={resource}
        needs="webhooks.read"
        onRetry={() => void read()}
        skeleton={<ListSkeleton />}
      >
        {({ webhook }) => (
          <>
            <WebhookHead
              place={place}
              webhook={webhook}
              onAsk={setAsking}
              onSent={() => setSentTimes(sentTimes + 1)}
            />
            <Deliveries place={place} webhook={webhook} sentTimes={sentTimes} onChanged={() => void read()} />
            {asking && (
              <Suspense>
                <WebhookDialogs
                  place={place}
                  webhook={webhook}
                  asking={asking}
                  onClose={() => setAsking(null)}
                />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
const back = css`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  gap: 6px;
  min-height: 28px;
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
  font-weight: 500;
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
`;
