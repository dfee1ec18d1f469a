import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { MessageAction } from "../../shared/contract/conversations/actions/messageAction.ts";
import type { FormValues } from "../../shared/domain/forms.ts";
import { signInField } from "../../shared/domain/integrations.ts";
import { ActionCard, type ActionStatus } from "../../shared/ui/ActionCard.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { FormView } from "../../shared/ui/form/FormView.tsx";
import { css } from "../../shared/ui/style/css.ts";
import type { CardWords } from "../../shared/words/cards.ts";
import { createLater } from "./later.ts";
import { actionCards } from "../session/actionCards.ts";
import { sayInCards } from "../session/cardWords.ts";
import { useActions } from "./actions.ts";
import { Trouble } from "./Trouble.tsx";
import { toAddress } from "../../shared/client/basePath.ts";

/** Few actions are shown by an app. */
const apps = createLater(() => import("./ActionApp.tsx").then(({ ActionApp }) => ActionApp));

export interface ActionCardsProps {
  actions: readonly Snapshot<MessageAction>[];
}

/** What the agent wants to do, a card each. */
export function ActionCards({ actions }: ActionCardsProps): ReactNode {
  return actions.map((action) => <VisitorCard key={action.id} action={action} />);
}

function VisitorCard({ action }: { action: Snapshot<MessageAction> }): ReactNode {
  const { id, title, values, fields, by, state, signIn, note } = action;
  const actions = useActions();
  const kept = useSnapshot(actionCards)[id];
  const [typed, setTyped] = useState<FormValues | null>(null);
  const card = useRef<HTMLDivElement>(null);
  /** The visitor spoke here: when the buttons go, the focus stays at the card. */
  const hasSpoken = useRef(false);
  const words = sayInCards();
  const isAsking = state === "waiting" && (by === "visitor" || (by === "page" && kept?.isAsked === true));
  const sending = kept?.sending ?? null;
  const hasApp = action.hasApp === true && (state === "done" || state === "failed");
  const App = apps.usePart(hasApp);
  useEffect(() => actions.act(id, null), [actions, id, by]);
  useLayoutEffect(() => {
    if (!isAsking && hasSpoken.current) card.current?.focus({ preventScroll: true });
  }, [isAsking]);

  const decide = (decision: "confirm" | "decline"): void => {
    hasSpoken.current = true;
    if (!sending) actions.act(id, { decision });
  };
  const handleChange = (changed: FormValues): void => {
    setTyped(changed);
    actions.act(id, { values: changed });
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    decide("confirm");
  };
  return (
    <ActionCard
      ref={card}
      title={title}
      values={values}
      // What was only read is told by the app itself.
      status={isAsking || (hasApp && values.length === 0) ? null : describe(action, words)}
    >
      {hasApp && App && <App actionId={id} />}
      {isAsking && (
        <form className={form} data-action="" noValidate onSubmit={handleSubmit}>
          {note && (
            <p>
              <bdi>{note}</bdi>
            </p>
          )}
          {signIn && (
            <a className={link} href={toAddress(signIn.path)} target="_blank" rel="noopener noreferrer">
              {words.signIn.replace("{service}", signIn.service)}
            </a>
          )}
          {fields.length > 0 && (
            <FormView
              {...{ words }}
              fields={signIn ? nameCode(fields, words) : fields}
              values={typed ?? kept?.values ?? {}}
              errors={kept?.errors ?? noErrors}
              onChange={handleChange}
              onFile={(file, onSent) => actions.act(id, { file, onSent })}
            />
          )}
          {kept?.notice && <Trouble reason={kept.notice} />}
          <div>
            <Button
              kind="primary"
              type="submit"
              isBusy={sending === "confirm"}
              disabled={sending === "decline"}
            >
              {fields.length > 0 ? words.send : words.confirm}
            </Button>
            <Button
              isBusy={sending === "decline"}
              disabled={sending === "confirm"}
              onClick={() => decide("decline")}
            >
              {words.decline}
            </Button>
          </div>
        </form>
      )}
      {signIn && signedIn.includes(state) && !kept?.hasForgotten && (
        <div>
          <Button kind="quiet" size="small" onClick={() => actions.act(id, { forget: signIn.integrationId })}>
            {words.forget}
          </Button>
        </div>
      )}
      {kept?.hasForgotten && <p role="status">{words.forgotten}</p>}
      {signedIn.includes(state) && kept?.notice && <Trouble reason={kept.notice} />}
    </ActionCard>
  );
}

/** The field that takes the code, in the visitor's language. */
function nameCode(
  fields: Snapshot<MessageAction>["fields"],
  words: CardWords,
): Snapshot<MessageAction>["fields"] {
  return fields.map((field) => (field.id === signInField ? { ...field, label: words.code } : field));
}

const noErrors = {};

/** The visitor's account was used by then, whatever came of it. */
const signedIn: readonly MessageAction["state"][] = ["running", "done", "failed", "unknown"];

/** How far it is, in the agent's words where it has some. */
function describe({ by, state, note }: Snapshot<MessageAction>, words: CardWords): ActionStatus {
  const [kind, text] = by === "page" && state === "waiting" ? statuses.running : statuses[state];
  return { kind, text: note ?? words[text] };
}

const statuses: Record<MessageAction["state"], [ActionStatus["kind"], keyof CardWords]> = {
  waiting: ["waiting", "waitingForTeam"],
  running: ["running", "running"],
  done: ["done", "done"],
  failed: ["failed", "failed"],
  declined: ["ended", "declined"],
  expired: ["ended", "expired"],
  withdrawn: ["ended", "withdrawn"],
  unknown: ["unsure", "unknown"],
};

const link = css`
  justify-self: start;
  color: var(--ph-accent-text);
  font-weight: 600;
`;
const form = css`
  display: grid;
  gap: 14px;
  min-width: 0;
  & > div:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  & > div:last-child > button {
    flex: 1 0 auto;
  }
  @media (pointer: coarse) {
    & button {
      min-height: 44px;
    }
  }
`;
