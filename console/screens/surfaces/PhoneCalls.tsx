import { useEffect, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { Snapshot } from "valtio";
import type { PhoneCall } from "../../../shared/contract/channels/phoneCalls.ts";
import { isUnderWay } from "../../../shared/domain/phoneCalls.ts";
import type { PhoneState } from "../../../shared/domain/phoneCalls.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { callNumber, loadPhoneCalls, phoneCalls } from "../../state/channels/phoneCalls.ts";
import { newClientId } from "../../state/conversations/messages/clientId.ts";
import { inboxPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

const lookEveryMs = 3000;
const mostShown = 5;

/** The latest telephone calls, and a way to have the agent call somebody. */
export function PhoneCalls({ place, isOn }: { place: AgentPlace; isOn: boolean }): ReactNode {
  const { data, error } = useSnapshot(phoneCalls);
  const now = useNow();
  const { orgId, agentId } = place;
  const items = data?.agentId === agentId ? data.items : [];
  const isBusy = items.some(({ state }) => isUnderWay(state));
  useEffect(() => {
    void loadPhoneCalls({ orgId, agentId });
  }, [orgId, agentId]);
  useEffect(() => {
    if (!isBusy) return undefined;
    // Its own: nothing tells of calls that ring or are put through, and it stops with the last one that is under way.
    const timer = setInterval(() => void loadPhoneCalls({ orgId, agentId }), lookEveryMs);
    return () => clearInterval(timer);
  }, [orgId, agentId, isBusy]);
  return (
    <div className={body}>
      {isOn && mayDo("conversations.reply") && <CallForm place={place} />}
      {error && items.length === 0 && <ErrorNotice title="The calls can’t be shown." error={error} />}
      {items.length > 0 && (
        <section aria-label="Latest calls">
          <h3>Latest calls</h3>
          <ul>
            {items.slice(0, mostShown).map((call) => (
              <li key={call.id}>
                <span>
                  {call.direction === "inbound" ? "From" : "To"} {call.number ?? "a withheld number"}
                </span>
                <span data-failed={call.state === "failed" ? "" : undefined}>{describe(call)}</span>
                <time
                  dateTime={new Date(call.createdAt).toISOString()}
                  title={describeDateTime(call.createdAt)}
                >
                  {formatRelativeTime(call.createdAt, now)}
                </time>
                {call.threadId && (
                  <Link
                    href={`${inboxPath(place)}/${call.threadId}`}
                    aria-label={`Open the conversation with ${call.number ?? "a withheld number"}`}
                  >
                    Open conversation
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const states: Record<PhoneState, string> = {
  queued: "Calling…",
  ringing: "Ringing…",
  answered: "In progress",
  completed: "Ended",
  busy: "Busy",
  unanswered: "No answer",
  machine: "Answering machine",
  failed: "Failed",
};

function describe({ state, problem }: Snapshot<PhoneCall>): string {
  return state === "failed" && problem ? `${states.failed}: ${problem}` : states[state];
}

function CallForm({ place }: { place: AgentPlace }): ReactNode {
  const [number, setNumber] = useState("");
  const calling = useAction(async () => {
    await callNumber(place, { clientId: newClientId(), number });
    setNumber("");
  });
  const fieldError = findFieldError(calling.error, "number");
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void calling.run();
  };
  return (
    <form className={form} onSubmit={handleSubmit} noValidate aria-label="Call a number">
      <TextField
        label="Call a number"
        type="tel"
        placeholder="+15005550009"
        hint="The agent calls, and talks when someone answers."
        error={fieldError}
        value={number}
        onChange={setNumber}
      />
      <Button type="submit" size="small" isBusy={calling.isBusy}>
        Call now
      </Button>
      {calling.error && !fieldError && <ErrorNotice title="The call was not made." error={calling.error} />}
    </form>
  );
}

const body = css`
  display: grid;
  gap: 14px;
  & h3 {
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & ul {
    display: grid;
    gap: 6px;
    margin: 6px 0 0;
    padding: 0;
    list-style: none;
    font-size: var(--ph-text-s);
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    overflow-wrap: anywhere;
  }
  & li > span + span,
  & time {
    color: var(--ph-text-2);
  }
  & [data-failed] {
    color: var(--ph-danger-text);
  }
`;
const form = css`
  display: grid;
  justify-items: start;
  gap: 8px;
  & > :first-child {
    width: 100%;
  }
`;
