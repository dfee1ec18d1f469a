import type { ReactNode } from "react";
import { ArrowUp, ChevronDown, Copy, Trash2 } from "lucide-react";
import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { describeWhen } from "./conditions.ts";
import { RuleConditions } from "./RuleConditions.tsx";
import { RuleTexts } from "./RuleTexts.tsx";

interface RuleCardProps {
  rule: ProactiveRule;
  onChange: (change: Partial<ProactiveRule>) => void;
  onMoveUp: (() => void) | null;
  onCopy: () => void;
  onRemove: () => void;
  isOpen: boolean;
  onToggle: () => void;
  language: ChatLanguage;
  onLanguage: (language: ChatLanguage) => void;
  /** What visitors did with all of it, and with each text. */
  figures: string;
  figuresOf: (textId: string) => string;
  /** What the server refused, by the field's path in the rule. */
  errors: readonly { path: string; message: string }[];
  isReadOnly: boolean;
}

/** One message: closed it says when it is shown and how it did, open it is edited. */
export function RuleCard(props: RuleCardProps): ReactNode {
  const { rule, onChange, isOpen, onToggle, language, onLanguage, figures, figuresOf, errors } = props;
  const { id, name, isOn, when, texts } = rule;
  const ofTexts = errors.find(({ path }) => path.startsWith("texts"));
  const others = errors.filter((one) => one !== ofTexts);
  const move = { label: "Move up", icon: <ArrowUp size={16} aria-hidden /> };
  const text = texts[0]?.texts[language] ?? Object.values(texts[0]?.texts ?? {})[0] ?? "";
  return (
    <li className={card} data-open={isOpen || undefined}>
      <div className={head}>
        <Toggle
          label={`Show ${name}`}
          isOn={isOn}
          onChange={(next) => onChange({ isOn: next })}
          isDisabled={props.isReadOnly}
        />
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}-body`} onClick={onToggle}>
          <span>
            <strong>{name || "No name"}</strong>
            {!isOpen && (
              <>
                {text && <q>{text}</q>}
                <small>{describeWhen(when)}</small>
                {figures && <small>{figures}</small>}
              </>
            )}
          </span>
          {errors.length > 0 && <Badge tone="danger">Check</Badge>}
          <ChevronDown size={18} aria-hidden />
        </button>
        {!props.isReadOnly && (
          <RowMenu
            label={`Actions for ${name}`}
            actions={[
              ...(props.onMoveUp ? [{ ...move, onChoose: props.onMoveUp }] : []),
              { label: "Duplicate", icon: <Copy size={16} aria-hidden />, onChoose: props.onCopy },
              {
                label: "Delete",
                icon: <Trash2 size={16} aria-hidden />,
                onChoose: props.onRemove,
                isDanger: true,
              },
            ]}
          />
        )}
      </div>
      {isOpen && (
        <fieldset id={`${id}-body`} className={body} disabled={props.isReadOnly} aria-label={name}>
          <RuleTexts
            {...{ texts, language, onLanguage, figuresOf, error: ofTexts?.message }}
            onChange={(changed) => onChange({ texts: changed })}
          />
          <section aria-labelledby={`${id}-when`}>
            <h2 id={`${id}-when`}>When</h2>
            <RuleConditions when={when} onChange={(change) => onChange({ when: { ...when, ...change } })} />
            {others.map(({ path, message }) => (
              <p key={path} role="alert">
                {message}
              </p>
            ))}
          </section>
          <TextField
            label="Name"
            hint="Only your team sees it."
            limit={80}
            value={name}
            onChange={(typed) => onChange({ name: typed })}
          />
        </fieldset>
      )}
    </li>
  );
}

const card = css`
  min-width: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  &[data-open] {
    border-color: var(--ph-line-strong);
  }
`;
const head = css`
  display: flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  padding-inline: 16px 8px;
  & > button[aria-expanded] {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 12px;
    min-width: 0;
    min-height: 60px;
    padding: 12px;
    border: 0;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  & > button > span:first-child {
    display: grid;
    flex: 1;
    gap: 1px;
    min-width: 0;
  }
  & strong {
    font-weight: 600;
  }
  & strong,
  & q {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & q {
    font-size: var(--ph-text-s);
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & > button > svg {
    flex: none;
    color: var(--ph-text-3);
    transition: rotate var(--ph-fast);
  }
  & > button[aria-expanded="true"] > svg {
    rotate: 180deg;
  }
  & > button[role="switch"] {
    align-self: start;
    margin-top: 15px;
  }
`;
const body = css`
  display: grid;
  gap: 22px;
  min-width: 0;
  margin: 0;
  padding: 8px 20px 22px;
  border: 0;
  & > section {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  & h2 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & p[role="alert"] {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
  @media (max-width: 480px) {
    padding: 4px 14px 18px;
  }
`;
