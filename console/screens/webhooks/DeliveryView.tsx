import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { RotateCw } from "lucide-react";
import type { Delivery, DeliveryAttempt } from "../../../shared/contract/webhooks/webhooks.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { loadDelivery, openDelivery, sendAgain } from "../../state/webhooks/webhooks.ts";
import type { WebhookPlace } from "../../state/webhooks/webhooks.ts";

/** What the address of a file in a payload has in it. */
const fileAddress = "/api/public/v1/attachments/";

interface DeliveryViewProps {
  place: WebhookPlace & { deliveryId: string };
  /** As the list has it: when that changes, there is more to read. */
  delivery: Snapshot<Delivery>;
  mayResend: boolean;
  onSent: () => void;
}

/** One delivery: the body that is sent, and each attempt with what went out and came back. */
export function DeliveryView({ place, delivery, mayResend, onSent }: DeliveryViewProps): ReactNode {
  const { orgId, webhookId, deliveryId } = place;
  const resource = useSnapshot(openDelivery);
  const read = useCallback(
    () => loadDelivery({ orgId, webhookId, deliveryId }),
    [orgId, webhookId, deliveryId],
  );
  useEffect(() => void read(), [read, delivery.attempts, delivery.state]);
  // It is read after the list, and may know more.
  const isNews = resource.data?.of === deliveryId && resource.data.state !== delivery.state;
  useEffect(() => {
    if (isNews) onSent();
  }, [isNews]);
  const resending = useAction(async () => {
    await sendAgain(place);
    showToast("Delivery resent");
    onSent();
  });
  return (
    <div className={frame}>
      {resending.error && <ErrorNotice title="The delivery couldn’t be resent." error={resending.error} />}
      <Loaded
        resource={resource}
        needs="webhooks.read"
        onRetry={() => void read()}
        skeleton={<Skeleton height="160px" />}
      >
        {({ payload, history, eventId }) => (
          <>
            <div className={head}>
              <h3>Payload</h3>
              <code>{eventId}</code>
              <CopyButton label="Copy payload" text={payload} />
              {mayResend && delivery.state !== "waiting" && (
                <Button
                  size="small"
                  icon={<RotateCw size={14} aria-hidden />}
                  isBusy={resending.isBusy}
                  onClick={() => void resending.run()}
                >
                  Resend
                </Button>
              )}
            </div>
            <pre tabIndex={0} aria-label="Payload">
              {indent(payload)}
            </pre>
            {payload.includes(fileAddress) && (
              <p>File links expire within 15 minutes, even when resent. Get fresh ones from the API.</p>
            )}
            <h3>Attempts</h3>
            {history.length === 0 ? (
              <p>No attempts yet.</p>
            ) : (
              <ol className={attempts}>
                {history.map((attempt) => (
                  <li key={attempt.number}>
                    <Attempt attempt={attempt} />
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Attempt({ attempt }: { attempt: Snapshot<DeliveryAttempt> }): ReactNode {
  const { number, at, ms, status, error, requestHeaders, responseHeaders, responseBody } = attempt;
  const isTaken = error === null;
  return (
    <details>
      <summary>
        <Badge tone={isTaken ? "success" : "danger"}>{status ?? "No response"}</Badge>
        <span>
          {number}. {describeDateTime(at)} · {ms} ms
        </span>
        {error && <small>{error}</small>}
      </summary>
      <h4>Request headers</h4>
      <pre tabIndex={0} aria-label={`Request headers of attempt ${number}`}>
        {writeHeaders(requestHeaders)}
      </pre>
      {status !== null && (
        <>
          <h4>Response</h4>
          <pre tabIndex={0} aria-label={`Response to attempt ${number}`}>
            {[writeHeaders(responseHeaders), responseBody].filter(Boolean).join("\n\n")}
          </pre>
        </>
      )}
    </details>
  );
}

function writeHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** As it is sent, it is one line. */
function indent(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** What is hidden in it for screen readers stays within it, and makes the page no longer. */
const frame = css`
  position: relative;
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 4px 20px 20px;
  & h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & h4 {
    margin: 10px 0 4px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & pre {
    max-height: 340px;
    margin: 0;
    padding: 12px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    white-space: pre-wrap;
    overflow: auto;
    overflow-wrap: anywhere;
  }
  @media (max-width: 480px) {
    padding-inline: 16px;
  }
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  & > code {
    flex: 1;
    min-width: 0;
    color: var(--ph-text-2);
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
  @media (max-width: 480px) {
    & > h3 {
      flex: 1;
    }
    & > code {
      order: 1;
      flex: 1 0 100%;
    }
  }
`;
const attempts = css`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  & summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    min-height: 32px;
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
  & summary > small {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
`;
