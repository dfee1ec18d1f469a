import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { Inbox, RotateCw, Search } from "lucide-react";
import type { Delivery, DeliveryState, Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { deliveryStates } from "../../../shared/contract/webhooks/webhooks.ts";
import { deliveriesKeptForMs } from "../../../shared/domain/webhooks.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { framedList } from "../../parts/framedList.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { deliveries, loadDeliveries, sendFailedAgain } from "../../state/webhooks/webhooks.ts";
import type { WebhookPlace } from "../../state/webhooks/webhooks.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { deliveryWords } from "./webhookWords.ts";
import { DeliveryView } from "./DeliveryView.tsx";

interface DeliveriesProps {
  place: WebhookPlace;
  webhook: Snapshot<Webhook>;
  /** Grows when something was put into line. */
  sentTimes: number;
  /** After what changes how the webhook is. */
  onChanged: () => void;
}

/** While something waits, it is looked whether it went out. */
const lookEveryMs = 2000;

/** What was sent to a webhook, newest first; one of them open with its payload and attempts. */
export function Deliveries({ place, webhook, sentTimes, onChanged }: DeliveriesProps): ReactNode {
  const { orgId, webhookId } = place;
  const resource = useSnapshot(deliveries);
  const query = useQuery();
  const asked = query.read("state");
  const state = deliveryStates.find((one) => one === asked);
  const openId = query.read("delivery");
  const page = Number(query.read("page")) || 1;
  const read = useCallback(
    () => loadDeliveries({ orgId, webhookId }, { page, state }),
    [orgId, webhookId, page, state],
  );
  useEffect(() => void read(), [read, sentTimes]);
  const now = useNow();
  const isDue = resource.data?.items.some(
    ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now + lookEveryMs,
  );
  useEffect(() => {
    if (!isDue) return;
    const timer = setInterval(() => void read().then(onChanged), lookEveryMs);
    return () => clearInterval(timer);
  }, [isDue, read, onChanged]);
  const sending = useAction(async () => {
    const count = await sendFailedAgain(place, Date.now() - deliveriesKeptForMs);
    showToast(count === 1 ? "Resending 1 delivery" : `Resending ${count} deliveries`);
    await read();
  });
  const link = (change: Record<string, string | null>) =>
    query.link({ delivery: null, page: null, ...change });
  const mayResend = mayDo("webhooks.update") && webhook.isEnabled;
  return (
    <section className={frame} aria-label="Deliveries">
      <div className={head}>
        <h2>Deliveries</h2>
        <FilterLinks
          label="Filter deliveries"
          value={state ?? ""}
          options={[
            { value: "", label: "All" },
            ...deliveryStates.map((value) => ({ value, label: deliveryWords[value].label })),
          ]}
          linkTo={(value) => link({ state: value || null })}
        />
        {mayResend && state === "failed" && (resource.data?.items.length ?? 0) > 0 && (
          <Button
            icon={<RotateCw size={16} aria-hidden />}
            isBusy={sending.isBusy}
            onClick={() => void sending.run()}
          >
            Resend all failed
          </Button>
        )}
      </div>
      {sending.error && <ErrorNotice title="The deliveries couldn’t be resent." error={sending.error} />}
      <Loaded
        resource={resource}
        needs="webhooks.read"
        onRetry={() => void read()}
        skeleton={<ListSkeleton />}
      >
        {({ items, page: shown }) =>
          items.length > 0 ? (
            <>
              <ul className={framedList}>
                {items.map((delivery) => (
                  <li key={delivery.id}>
                    <DeliveryLine
                      delivery={delivery}
                      now={now}
                      isOpen={delivery.id === openId}
                      href={query.link({ delivery: delivery.id === openId ? null : delivery.id })}
                    />
                    {delivery.id === openId && (
                      <DeliveryView
                        place={{ ...place, deliveryId: delivery.id }}
                        delivery={delivery}
                        mayResend={mayResend}
                        onSent={() => void read()}
                      />
                    )}
                  </li>
                ))}
              </ul>
              <Pager page={shown} linkTo={(to) => link({ page: to > 1 ? String(to) : null })} />
            </>
          ) : (
            <Nothing state={state} linkToAll={link({ state: null })} />
          )
        }
      </Loaded>
    </section>
  );
}

function Nothing({ state, linkToAll }: { state: DeliveryState | undefined; linkToAll: string }): ReactNode {
  if (state === undefined) {
    return (
      <EmptyState title="No deliveries yet" icon={<Inbox size={20} aria-hidden />}>
        Deliveries appear here for 14 days. Send a test to try the address.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No ${deliveryWords[state].label.toLowerCase()} deliveries`}
      icon={<Search size={20} aria-hidden />}
      action={<Link href={linkToAll}>Show all deliveries</Link>}
    >
      Deliveries are kept for 14 days.
    </EmptyState>
  );
}

interface DeliveryLineProps {
  delivery: Snapshot<Delivery>;
  now: number;
  isOpen: boolean;
  href: string;
}

function DeliveryLine({ delivery, now, isOpen, href }: DeliveryLineProps): ReactNode {
  const { type, isTest, state, status, ms, error, attempts, nextAttemptAt, createdAt } = delivery;
  const { label, tone } = deliveryWords[state];
  const facts = [
    isTest && "Test",
    formatRelativeTime(createdAt, now),
    status !== null && `status ${status}`,
    ms !== null && `${ms} ms`,
    attempts > 1 && `${attempts} attempts`,
    nextAttemptAt !== null && attempts > 0 && `next ${describeDateTime(nextAttemptAt)}`,
  ];
  return (
    <Link href={href} className={line} aria-expanded={isOpen}>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <span>
        <code>{type}</code>
        <small>{facts.filter(Boolean).join(" · ")}</small>
        {error && <small data-bad="">{error}</small>}
      </span>
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 16px;
  & > h2 {
    font-size: var(--ph-text-l);
    font-weight: 600;
  }
  & > button {
    margin-inline-start: auto;
  }
`;
const line = css`
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr);
  align-items: start;
  gap: 4px 14px;
  padding: 12px 20px;
  color: var(--ph-text);
  text-decoration: none;
  &:hover {
    background: var(--ph-hover);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > span:first-child {
    justify-self: start;
  }
  & > span:last-child {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & small[data-bad] {
    color: var(--ph-danger-text);
  }
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
    padding-inline: 16px;
  }
`;
