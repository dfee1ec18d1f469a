import { useId } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Bot, EyeOff, Mail } from "lucide-react";
import { Link } from "wouter";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { findPresence } from "../../../shared/domain/openingHours.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { choiceCards } from "../../parts/choiceCards.ts";
import { configurationSections, endOfSection } from "../../parts/configurationSections.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { useNow } from "../../parts/useNow.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import { SwitchRow } from "./SwitchRow.tsx";

interface HoursFieldsProps extends FieldsProps {
  place: AgentPlace;
  hours: Snapshot<AgentConfiguration>["hours"];
  isReadOnly: boolean;
  /** The preview shows the chat as it is outside the hours. */
  isAwayShown: boolean;
  onAwayShown: (isShown: boolean) => void;
}

const choices = [
  {
    value: "answer",
    icon: Bot,
    label: "The agent answers",
    consequence: "A line says when your team is back.",
  },
  {
    value: "form",
    icon: Mail,
    label: "Offline form",
    consequence:
      "Visitors leave a message and their e-mail address. Connect a mailbox under Channels to reply by e-mail.",
  },
  {
    value: "hide",
    icon: EyeOff,
    label: "No launcher",
    consequence: "Your own links and the hosted page still open the chat.",
  },
] as const satisfies readonly { value: WidgetSettings["outsideHours"]; [key: string]: unknown }[];

/** What visitors get outside the agent's opening hours. */
export function HoursFields(props: HoursFieldsProps): ReactNode {
  const { place, hours, typed, onChange, isReadOnly, isAwayShown, onAwayShown } = props;
  const name = useId();
  const now = useNow(60_000);
  const section = configurationSections.find(({ id }) => id === "hours");
  const link = section && agentTabPath({ ...place, tab: `settings${endOfSection(section)}` });
  return (
    <>
      <p className={state}>
        {describeHours(hours, now)} {link && <Link href={link}>{hours ? "Edit hours" : "Set hours"}</Link>}
      </p>
      <fieldset className={cx(choiceCards, list)} disabled={isReadOnly} aria-label="Outside opening hours">
        {choices.map(({ value, icon: ChoiceIcon, label, consequence }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              aria-label={label}
              aria-describedby={`${name}-${value}`}
              checked={typed.outsideHours === value}
              onChange={() => onChange({ outsideHours: value })}
            />
            <ChoiceIcon size={18} aria-hidden />
            <span>
              <strong>{label}</strong>
              <span id={`${name}-${value}`}>{consequence}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SwitchRow label="Preview outside hours" isOn={isAwayShown} onChange={onAwayShown}>
        Only in the preview.
      </SwitchRow>
    </>
  );
}

function describeHours(hours: HoursFieldsProps["hours"], now: number): string {
  if (!hours) return "No opening hours yet, so your team is never away.";
  const { isAway, opensAt } = findPresence(hours, now);
  if (!isAway) return "Your team is in now.";
  if (opensAt === null) return "No open days: your team is always away.";
  return `Your team is away until ${describeDateTime(opensAt)} (your time).`;
}

const state = css`
  color: var(--ph-text-2);
`;
const list = css`
  display: grid;
  gap: 8px;
  & > label {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 12px;
    padding: 12px 14px;
  }
  & svg {
    margin-top: 2px;
    color: var(--ph-text-2);
  }
  & strong {
    display: block;
    font-weight: 550;
  }
  & span > span {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
