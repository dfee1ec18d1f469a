import { Fragment } from "react";
import type { ReactNode } from "react";
import { webhookEventNames, webhookEvents } from "../../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { checkboxList } from "../../parts/checkboxList.ts";

interface EventChoiceProps {
  events: readonly WebhookEvent[];
  onChange: (events: readonly WebhookEvent[]) => void;
  error?: string | undefined;
}

/** What a webhook is told of, each event with its name as it is in the request. */
export function EventChoice({ events, onChange, error }: EventChoiceProps): ReactNode {
  const toggle = (event: WebhookEvent) =>
    onChange(webhookEventNames.filter((name) => events.includes(name) !== (name === event)));
  return (
    <fieldset className={cx(checkboxList, named)}>
      <legend>Events</legend>
      {groups.map(([title, names]) => (
        <Fragment key={title}>
          <strong>{title}</strong>
          {names.map((name) => (
            <label key={name}>
              <input type="checkbox" checked={events.includes(name)} onChange={() => toggle(name)} />
              <span>
                {webhookEvents[name]}
                <code>{name}</code>
              </span>
            </label>
          ))}
        </Fragment>
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

const titles: Record<string, string> = {
  conversation: "Conversations",
  message: "Messages",
  contact: "Contacts",
};

/** By what they are about, in their order. */
const groups = [
  ...Map.groupBy(webhookEventNames, (name) => titles[name.split(".")[0] ?? ""] ?? "Permanently deleted"),
];

const named = css`
  & > strong {
    grid-column: 1 / -1;
    margin-top: 10px;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-text-2);
  }
  & code {
    display: block;
    color: var(--ph-text-2);
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
  }
`;
