import { Suspense, useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { ChevronRight, Plus, Webhook as WebhookIcon } from "lucide-react";
import type { Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { maxWebhooks, webhookEventNames } from "../../../shared/domain/webhooks.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeNumber } from "../../parts/describeNumber.ts";
import { listLine } from "../../parts/listLine.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useNow } from "../../parts/useNow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { framedList } from "../../parts/framedList.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { loadWebhooks, webhooks } from "../../state/webhooks/webhooks.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { describeWebhook } from "./webhookWords.ts";
import { toAddress } from "../../../shared/client/basePath.ts";
import { WebhookDialog } from "./overlays.ts";

/** The organization's webhooks, each a link to what was sent to it. */
export function WebhookList({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(webhooks);
  const [isMaking, setIsMaking] = useState(false);
  const query = useQuery();
  const read = useCallback(() => loadWebhooks(orgId), [orgId]);
  useEffect(() => void read(), [read]);
  const isFull = (resource.data?.page.total ?? 0) >= maxWebhooks;
  const button = mayDo("webhooks.update") && (
    <Button
      kind="primary"
      icon={<Plus size={17} aria-hidden />}
      disabled={isFull}
      onClick={() => setIsMaking(true)}
    >
      Add webhook
    </Button>
  );
  return (
    <div {...useKeptFocus<HTMLDivElement>()} className={frame}>
      <Loaded
        resource={resource}
        needs="webhooks.read"
        onRetry={() => void read()}
        skeleton={<ListSkeleton />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                title="No webhooks yet"
                icon={<WebhookIcon size={20} aria-hidden />}
                action={button}
              >
                Get a signed request when a conversation starts, a message arrives or a visitor waits for a
                person.
              </EmptyState>
            </Card>
          ) : (
            <>
              <div className={head}>
                <p>
                  For request formats and signatures, see the{" "}
                  <a href={toAddress("/api/docs")} target="_blank" rel="noreferrer">
                    API reference
                  </a>
                  .{isFull && ` An organization has at most ${maxWebhooks}.`}
                </p>
                {button}
              </div>
              <ul className={framedList} aria-label="Webhooks">
                {items.map((webhook) => (
                  <li key={webhook.id}>
                    <WebhookLine webhook={webhook} href={query.link({ webhook: webhook.id })} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {isMaking && (
        <Suspense>
          <WebhookDialog orgId={orgId} onChanged={() => void read()} onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </div>
  );
}

function WebhookLine({ webhook, href }: { webhook: Snapshot<Webhook>; href: string }): ReactNode {
  const now = useNow();
  const { label, tone } = describeWebhook(webhook);
  const { name, url, events, lastDeliveredAt, waiting } = webhook;
  const facts = [
    events.length === webhookEventNames.length
      ? "All events"
      : `${events.length} of ${webhookEventNames.length} events`,
    lastDeliveredAt === null ? "No deliveries yet" : `Delivered ${formatRelativeTime(lastDeliveredAt, now)}`,
    waiting > 0 && `${describeNumber(waiting)} waiting`,
  ];
  return (
    <Link href={href} className={listLine}>
      <span>
        <strong>{name}</strong>
        <code>{url}</code>
        <small>{facts.filter(Boolean).join(" · ")}</small>
      </span>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  & > p {
    max-width: 68ch;
    color: var(--ph-text-2);
  }
`;
