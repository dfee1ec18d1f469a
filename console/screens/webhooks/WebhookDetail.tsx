import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../shared/ui/style/css.ts";
import { BackLink } from "../../parts/BackLink.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { paths } from "../../state/shell/paths.ts";
import { loadWebhook, openWebhook } from "../../state/webhooks/webhooks.ts";
import type { WebhookPlace } from "../../state/webhooks/webhooks.ts";
import { Deliveries } from "./Deliveries.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { WebhookHead } from "./WebhookHead.tsx";
import type { Asking } from "./asking.ts";
import { WebhookDialogs } from "./WebhookDialogs.tsx";

/** One webhook: how it is, what can be done with it, and what was sent to it. */
export function WebhookDetail({ place }: { place: WebhookPlace }): ReactNode {
  const { orgId, webhookId } = place;
  const resource = useSnapshot(openWebhook);
  const [asking, setAsking] = useState<Asking>(null);
  const [sentTimes, setSentTimes] = useState(0);
  const read = useCallback(() => loadWebhook({ orgId, webhookId }), [orgId, webhookId]);
  useEffect(() => void read(), [read]);
  return (
    <div className={frame}>
      <BackLink href={paths.webhooks(orgId)}>All webhooks</BackLink>
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
              <WebhookDialogs
                place={place}
                webhook={webhook}
                asking={asking}
                onClose={() => setAsking(null)}
              />
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
