import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type {
  Integration,
  IntegrationEvent,
  IntegrationProvider,
} from "../../../../shared/contract/integrations/integrations.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { framedList } from "../../../parts/framedList.ts";
import { useAction } from "../../../parts/useAction.ts";
import { useNow } from "../../../parts/useNow.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { changeIntegration } from "../../../state/integrations/integrations.ts";
import type { IntegrationPlace } from "../../../state/integrations/integrations.ts";
import { CopyLine } from "./CopyLine.tsx";

interface EventsCardProps {
  place: IntegrationPlace;
  connection: Snapshot<Integration>;
  about: NonNullable<Snapshot<IntegrationProvider>["events"]>;
  events: readonly Snapshot<IntegrationEvent>[];
}

/** What a service tells by itself: how it is set up, and what it told last. */
export function EventsCard({ place, connection, about, events }: EventsCardProps): ReactNode {
  const { eventsUrl, hasEventSecret, settings, updatedAt } = connection;
  const [isTyping, setIsTyping] = useState(!hasEventSecret);
  const [secret, setSecret] = useState("");
  const now = useNow();
  const saving = useAction(async () => {
    await changeIntegration(place, { settings: { ...settings }, eventSecret: secret, updatedAt });
    showToast("Secret saved");
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (secret !== "") void saving.run();
  };
  return (
    <Card title="Events" subtitle={about.hint}>
      <div className={body}>
        {eventsUrl && <CopyLine label="Event address" text={eventsUrl} />}
        {mayDo("integrations.update") &&
          (isTyping ? (
            <form className={form} onSubmit={handleSubmit}>
              <TextField
                label={about.secretLabel}
                type="password"
                autoComplete="new-password"
                limit={4000}
                value={secret}
                onChange={setSecret}
                error={findFieldError(saving.error, "eventSecret")}
              />
              <Button type="submit" isBusy={saving.isBusy} disabled={secret === ""}>
                Save secret
              </Button>
            </form>
          ) : (
            <div>
              <Button size="small" onClick={() => setIsTyping(true)}>
                Replace secret
              </Button>
            </div>
          ))}
        {saving.error && <ErrorNotice title="The secret was not saved." error={saving.error} />}
        {events.length === 0 ? (
          <p className={quiet}>No events yet.</p>
        ) : (
          <ul className={framedList} aria-label="Recent events">
            {events.map(({ id, type, body: text, receivedAt }) => (
              <li key={id}>
                <details className={event}>
                  <summary>
                    <strong>{about.types.find((one) => one.type === type)?.words ?? type}</strong>
                    <small>{formatRelativeTime(receivedAt, now)}</small>
                  </summary>
                  <pre tabIndex={0}>{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const body = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const form = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;
  & > :first-child {
    flex: 1 1 240px;
  }
`;
const quiet = css`
  color: var(--ph-text-2);
`;
const event = css`
  & > summary {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 16px;
    padding: 10px 16px;
    cursor: pointer;
  }
  & > summary:hover {
    background: var(--ph-hover);
  }
  & > summary:focus-visible {
    outline-offset: -2px;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > pre {
    max-height: 320px;
    margin: 0;
    padding: 8px 16px 14px;
    overflow: auto;
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
