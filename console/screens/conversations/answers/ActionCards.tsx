import { useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { MessageAction } from "../../../../shared/contract/conversations/actions/messageAction.ts";
import { ActionCard } from "../../../../shared/ui/ActionCard.tsx";
import type { ActionStatus } from "../../../../shared/ui/ActionCard.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { decideOnAction } from "../../../state/conversations/answers/decide.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { ActionApp } from "./ActionApp.tsx";

interface ActionCardsProps {
  actions: readonly Snapshot<MessageAction>[];
  place: ThreadPlace;
}

/** What the agent wants to do, as the team sees it: the visitor's decisions are to be read, the team's to be made. */
export function ActionCards({ actions, place }: ActionCardsProps): ReactNode {
  return actions.map((action) => <TeamCard key={action.id} {...{ action, place }} />);
}

type Decision = "confirm" | "decline";

function TeamCard({ action, place }: { action: Snapshot<MessageAction>; place: ThreadPlace }): ReactNode {
  const card = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<Decision | null>(null);
  const { run, isBusy, error } = useAction((decision: Decision) =>
    decideOnAction(place, action.id, decision),
  );
  const isAsking = action.by === "team" && action.state === "waiting" && mayDo("conversations.reply");
  const decide = async (decision: Decision): Promise<void> => {
    setSaid(decision);
    // The buttons go, and the focus with them.
    if (await run(decision)) card.current?.focus({ preventScroll: true });
  };
  const busy = isBusy ? said : null;
  return (
    <ActionCard ref={card} title={action.title} values={listValues(action)} status={describe(action)}>
      {isAsking && (
        <div className={choice}>
          {error && <ErrorNotice error={error} />}
          <Button
            kind="primary"
            isBusy={busy === "confirm"}
            disabled={busy === "decline"}
            onClick={() => void decide("confirm")}
          >
            Approve
          </Button>
          <Button
            isBusy={busy === "decline"}
            disabled={busy === "confirm"}
            onClick={() => void decide("decline")}
          >
            Decline
          </Button>
        </div>
      )}
      {action.hasApp && <ActionApp {...{ place, actionId: action.id }} />}
    </ActionCard>
  );
}

function listValues({ values, fields, state }: Snapshot<MessageAction>): MessageAction["values"] {
  const asked = state === "waiting" ? fields.map(({ label }) => label) : [];
  return [...values, ...(asked.length > 0 ? [{ label: "Asks for", value: asked.join(", ") }] : [])];
}

/** How far it is, who decided, and until when it waits. */
function describe(action: Snapshot<MessageAction>): ActionStatus {
  const { by, state, note, expiresAt } = action;
  const kind = kinds[state];
  const who = describeWho(action);
  const aside = who && `${by === "visitor" ? "Confirmed" : "Approved"} by ${who}`;
  switch (state) {
    case "waiting": {
      const text = waitingTexts[by];
      return { kind, text, aside: `Until ${describeMoment(expiresAt)}` };
    }
    case "running":
      return { kind, text: "Running", aside };
    case "done":
      return { kind, text: note ?? "Done", aside };
    case "failed":
      return { kind, text: note ?? "Failed", aside };
    case "unknown":
      return {
        kind,
        text: note ?? "The result is unknown. Check it, and tell the visitor.",
        aside,
      };
    case "declined":
      return { kind, text: who ? `Declined by ${who}` : "Declined", aside: note ?? undefined };
    case "expired":
      return { kind, text: note ?? "Not decided in time" };
    case "withdrawn":
      return { kind, text: note ?? "Withdrawn" };
  }
}

const waitingTexts: Record<MessageAction["by"], string> = {
  visitor: "Waiting for the visitor",
  team: "Waiting for your team's approval",
  page: "Waiting for the visitor's page",
};

const kinds: Record<MessageAction["state"], ActionStatus["kind"]> = {
  waiting: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
  declined: "ended",
  expired: "ended",
  withdrawn: "ended",
  unknown: "unsure",
};

function describeWho({ by, decidedBy }: Snapshot<MessageAction>): string | undefined {
  return by === "visitor" ? "the visitor" : (decidedBy ?? undefined);
}

const choice = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  & > :not(button) {
    flex: 1 0 100%;
  }
`;
