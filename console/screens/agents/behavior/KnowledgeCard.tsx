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
    hint: "What the data sources do not say was not found, and the visitor is told so.",
  },
  {
    value: "strict",
    icon: ShieldCheck,
    label: "Only from the sources, checked",
    hint: "Where no passage speaks of the question, what the model says is held back unless the sources say it. Some kind words go, too.",
  },
  {
    value: "general",
    icon: Globe,
    label: "Also what the model knows",
    hint: "Where the sources say nothing, the model may answer in general, and says that it does.",
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
            “And how much is it?” is looked up as what it means. Each message but the first then costs a
            request more, of the cheaper of the agent’s models, and waits for it.
          </p>
        </div>
      </div>
      {typed.knowledge === "general" && typed.model === builtinModel && (
        <p className={note}>
          The built-in model knows nothing but the sources; this holds for language models.
        </p>
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
