import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { KeyRound, Power, Send, SquarePen, Trash2 } from "lucide-react";
import type { Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { webhookEventNames } from "../../../shared/domain/webhooks.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { agents } from "../../state/agents/agents.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { changeWebhook, endOldSecret, sendTest } from "../../state/webhooks/webhooks.ts";
import type { WebhookPlace } from "../../state/webhooks/webhooks.ts";
import { describeWebhook, offWords } from "./webhookWords.ts";
import type { Asking } from "./asking.ts";

interface WebhookHeadProps {
  place: WebhookPlace;
  webhook: Snapshot<Webhook>;
  onAsk: (asking: Asking) => void;
  /** After something was put into line. */
  onSent: () => void;
}

/** What a webhook is and how it is, with everything that can be done with it. */
export function WebhookHead({ place, webhook, onAsk, onSent }: WebhookHeadProps): ReactNode {
  const query = useQuery();
  const { label, tone } = describeWebhook(webhook);
  const { name, url, isEnabled, disabledBecause, disabledAt, failingSince, oldSecretUntil } = webhook;
  const [chosen, setChosen] = useState("");
  const event = webhook.events.find((name) => name === chosen) ?? webhook.events[0];
  const testing = useAction(async () => {
    const { id } = await sendTest(place, event);
    query.set({ state: null, page: null, delivery: id });
    onSent();
  });
  const turning = useAction(async () => {
    await changeWebhook(place, { isEnabled: !isEnabled });
    showToast(isEnabled ? "Webhook turned off" : "Webhook turned on");
    onSent();
  });
  const ending = useAction(() => endOldSecret(place));
  const error = testing.error ?? turning.error ?? ending.error;
  return (
    <Card>
      <div className={frame}>
        <div className={head}>
          <div>
            <h2>{name}</h2>
            <code>{url}</code>
          </div>
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
          {mayDo("webhooks.update") && (
            <div className={buttons}>
              {webhook.events.length > 1 && (
                <select
                  aria-label="Test event"
                  className={controlStyle}
                  value={event}
                  onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                >
                  {webhook.events.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              )}
              <Button
                icon={<Send size={16} aria-hidden />}
                isBusy={testing.isBusy}
                onClick={() => void testing.run()}
              >
                Send test
              </Button>
              {!isEnabled && (
                <Button
                  kind="primary"
                  icon={<Power size={16} aria-hidden />}
                  isBusy={turning.isBusy}
                  onClick={() => void turning.run()}
                >
                  Turn on
                </Button>
              )}
              <RowMenu
                label={`Actions for ${name}`}
                actions={[
                  {
                    ...{ label: "Edit", icon: <SquarePen size={16} aria-hidden /> },
                    onChoose: () => onAsk("change"),
                  },
                  {
                    ...{ label: "Create new secret", icon: <KeyRound size={16} aria-hidden /> },
                    onChoose: () => onAsk("rotate"),
                  },
                  ...(isEnabled
                    ? [
                        {
                          ...{ label: "Turn off", icon: <Power size={16} aria-hidden /> },
                          onChoose: () => void turning.run(),
                        },
                      ]
                    : []),
                  {
                    ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
                    onChoose: () => onAsk("remove"),
                  },
                ]}
              />
            </div>
          )}
        </div>
        {error && <ErrorNotice title="That didn’t work." error={error} />}
        {disabledBecause !== null && (
          <p className={notice} data-bad={disabledBecause === "person" ? undefined : ""}>
            {offWords[disabledBecause]}
            {disabledAt !== null && ` Off since ${describeDateTime(disabledAt)}.`}
          </p>
        )}
        {isEnabled && failingSince !== null && (
          <p className={notice} data-bad="">
            All deliveries have failed since {describeDateTime(failingSince)}. After three days, the webhook
            turns off.
          </p>
        )}
        <dl className={facts}>
          <dt>Events</dt>
          <dd>
            <Events webhook={webhook} />
          </dd>
          <dt>Agents</dt>
          <dd>
            <Agents webhook={webhook} />
          </dd>
          <dt>Private notes</dt>
          <dd>{webhook.includesNotes ? "Included" : "Not included"}</dd>
          <dt>Secret</dt>
          <dd>
            <code>whsec_…{webhook.secretEnding}</code>
            {oldSecretUntil !== null && (
              <span className={old}>
                The old secret also works until {describeDateTime(oldSecretUntil)}.
                {mayDo("webhooks.update") && (
                  <Button size="small" isBusy={ending.isBusy} onClick={() => void ending.run()}>
                    End it now
                  </Button>
                )}
              </span>
            )}
          </dd>
        </dl>
      </div>
    </Card>
  );
}

function Events({ webhook: { events } }: { webhook: Snapshot<Webhook> }): ReactNode {
  if (events.length === webhookEventNames.length) return "All events";
  return events.map((name) => <code key={name}>{name}</code>);
}

function Agents({ webhook: { agentIds } }: { webhook: Snapshot<Webhook> }): ReactNode {
  const { items } = useSnapshot(agents);
  if (!agentIds) return "All agents, including future ones";
  const names = agentIds.map((id) => items.find((agent) => agent.id === id)?.name ?? "a deleted agent");
  return new Intl.ListFormat("en").format(names);
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 14px;
  & > div:first-child {
    flex: 1;
    min-width: min(100%, 240px);
  }
  & h2 {
    font-size: var(--ph-text-l);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & code {
    color: var(--ph-text-2);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
const buttons = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > button {
    white-space: nowrap;
  }
  & > select {
    width: auto;
    max-width: 100%;
  }
`;
const notice = css`
  padding: 10px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  color: var(--ph-text-2);
  &[data-bad] {
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
  }
`;
const facts = css`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 8px 20px;
  margin: 0;
  & > dt {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > dd {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 12px;
    min-width: 0;
    margin: 0;
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
  }
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    & > dd {
      margin-bottom: 8px;
    }
  }
`;
const old = css`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  color: var(--ph-text-2);
`;
