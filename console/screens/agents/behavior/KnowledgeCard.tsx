import { useId } from "react";
import type { ReactNode } from "react";
import { BookOpenCheck, Globe, ShieldCheck } from "lucide-react";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { Card } from "../../../parts/Card.tsx";
import { choiceCards } from "../../../parts/choiceCards.ts";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";

const choices = [
  {
    value: "sources",
    icon: BookOpenCheck,
    label: "Only from the sources",
    hint: "If the sources don’t say, the agent says it found nothing.",
  },
  {
    value: "strict",
    icon: ShieldCheck,
    label: "Only from the sources, checked",
    hint: "Removes statements that no source supports, sometimes including pleasantries.",
  },
  {
    value: "general",
    icon: Globe,
    label: "Also what the model knows",
    hint: "If the sources don’t say, the model may answer from general knowledge, and says so.",
  },
] as const;

/** Where answers come from. */
export function KnowledgeCard({ typed, onChange }: BehaviorFieldsProps): ReactNode {
  const [name, rewritingId] = [useId(), useId()];
  return (
    <Card title="Knowledge" subtitle="Where answers come from.">
      <fieldset className={cx(choiceCards, picker)}>
        <legend>Answers come from</legend>
        <div>
          {choices.map(({ value, icon: Icon, label, hint }) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                checked={typed.knowledge === value}
                onChange={() => onChange({ knowledge: value })}
              />
              <Icon size={18} aria-hidden />
              <span>
                <strong>{label}</strong>
                <span>{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={row}>
        <Toggle
          labelledBy={rewritingId}
          isOn={typed.rewriting === "model"}
          onChange={(isOn) => onChange({ rewriting: isOn ? "model" : "words" })}
        />
        <div>
          <strong id={rewritingId}>Have a model rewrite follow-up questions</strong>
          <p>
            Searches for what “And how much is it?” means. Each message after the first costs one more request
            to the agent’s cheaper model, and takes longer.
          </p>
        </div>
      </div>
      {typed.knowledge === "general" && typed.model === builtinModel && (
        <p className={note}>The built-in model only knows the sources. This applies to language models.</p>
      )}
    </Card>
  );
}

const picker = css`
  & > div {
    display: grid;
    gap: 8px;
  }
  & label {
    display: flex;
    align-items: flex-start;
    gap: 12px;
    padding: 12px 14px;
  }
  & label > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-text-3);
  }
  & label > span {
    display: grid;
    gap: 2px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
`;
const row = css`
  display: flex;
  align-items: flex-start;
  gap: 12px;
  & strong {
    font-weight: 550;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
