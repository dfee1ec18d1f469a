import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { TeamPresence } from "../../shared/domain/openingHours.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { people } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { plural } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { describeAway } from "./describeReturn.ts";

/** The visitor asked for a person and none has come yet: what happens now, and the way back to the agent. */
export function WaitingCard(): ReactNode {
  const { thread, configuration } = useSnapshot(chat);
  const actions = useActions();
  if (!thread?.isWaitingForPerson) return null;
  return (
    <section className={card} aria-label={widgetWords.askForPerson}>
      <Icon path={people} size={1.5} />
      <p role="status">{describeWaiting(configuration?.team, thread.peopleBefore)}</p>
      {!(configuration?.team.isAway && configuration.settings.outsideHours === "form") && (
        <Button size="small" onClick={() => actions.leavePerson()}>
          {sayLater().goOnWithAssistant}
        </Button>
      )}
    </section>
  );
}

/** When somebody may come: soon, and after whom, or outside the hours in which they answer, from when on. */
function describeWaiting(
  team: Readonly<Pick<TeamPresence, "isAway" | "opensAt">> | undefined,
  before: number | null,
): string {
  if (team?.isAway) return describeAway(team);
  return before
    ? `${sayLater().waitingForPerson} ${plural(before, widgetWords.before)}`
    : sayLater().waitingForPerson;
}

const card = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 10px 12px;
  margin-top: 10px;
  padding: 14px;
  border-radius: min(var(--ph-radius), 16px);
  background: var(--ph-accent-soft);
  color: var(--ph-text);
  line-height: 1.45;
  & > svg {
    margin-top: 1px;
    color: var(--ph-accent-text);
  }
  & > button {
    grid-column: 2;
    justify-self: start;
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
