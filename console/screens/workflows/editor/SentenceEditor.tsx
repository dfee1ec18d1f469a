import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { Problem } from "../../../../shared/domain/workflows/findProblems.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { sentenceParts } from "./sentenceParts.ts";
import type { SentenceChoices, SentenceField } from "./sentenceParts.ts";

interface SentenceEditorProps {
  step: Step;
  problems: readonly Problem[];
  choices: SentenceChoices;
  /** `key` names the parameter, so that what is typed in it is undone together. */
  onChange: (step: Step, key: string) => void;
  /** Leads to all settings of the step. */
  onOpen: () => void;
  onClose: () => void;
}

/** A sentence whose parameters are edited in place. Enter and Escape end it; it is kept as it is typed. */
export function SentenceEditor(props: SentenceEditorProps): ReactNode {
  const { step, problems, choices, onChange, onOpen, onClose } = props;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>("textarea, input, select, button")?.focus(), []);
  // Kept while it is edited: 24 hours don't become a day in the middle of a number.
  const [unit, setUnit] = useState<number | null>(null);
  const parts = sentenceParts(step, choices, { seconds: unit, onChange: setUnit });
  const handleKey = (event: KeyboardEvent) => {
    const isEnd =
      event.key === "Escape" || (event.key === "Enter" && event.target instanceof HTMLInputElement);
    if (!isEnd || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`Edit “${step.name}”`}
      className={frameStyle}
      onKeyDown={handleKey}
    >
      {parts.length === 0 && <p>Edit this step in its settings.</p>}
      <div>
        {parts.map((part, at) =>
          typeof part === "string" ? (
            // The parts of a kind's sentence keep their places.
            <span key={at}>{part}</span>
          ) : (
            <Parameter
              key={at}
              field={part}
              onChange={(changed) => onChange(changed, `${part.label} ${at}`)}
            />
          ),
        )}
      </div>
      {problems.map(({ message }) => (
        <p key={message} data-bad="">
          {message}
        </p>
      ))}
      <div>
        <Button size="small" onClick={onClose}>
          Done
        </Button>
        <Button size="small" kind="quiet" onClick={onOpen}>
          All settings
        </Button>
      </div>
    </div>
  );
}

/** What was typed stays as it is until the field is left, also while it is no value yet, such as an empty number. */
function Parameter({ field, onChange }: { field: SentenceField; onChange: (step: Step) => void }): ReactNode {
  const { label, value, isShort, options, range, change } = field;
  const id = useId();
  const [typed, setTyped] = useState<{ text: string; isRight: boolean } | null>(null);
  const text = typed?.text ?? value;
  const isWrong = typed?.isRight === false;
  const handle = (next: string) => {
    const changed = change(next);
    setTyped({ text: next, isRight: changed !== null });
    if (changed) onChange(changed);
  };
  const common = { id, "aria-label": label, value: text, onBlur: () => setTyped(null) };
  if (options)
    return (
      <select {...common} className={controlStyle} onChange={(event) => handle(event.currentTarget.value)}>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    );
  if (isShort)
    return (
      <>
        <input
          {...common}
          className={controlStyle}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong && range ? `${id}-range` : undefined}
          size={Math.max(4, text.length + 1)}
          onChange={(event) => handle(event.currentTarget.value)}
        />
        {isWrong && range && (
          <small id={`${id}-range`} role="alert">
            {range}
          </small>
        )}
      </>
    );
  return (
    <textarea
      {...common}
      className={controlStyle}
      rows={1}
      onChange={(event) => handle(event.currentTarget.value)}
    />
  );
}

const frameStyle = css`
  display: grid;
  gap: 8px;
  min-width: 0;
  padding: 10px 12px;
  border: 1px solid var(--ph-accent-text);
  border-radius: var(--ph-radius-s);
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & :is(input, select) {
    width: auto;
    max-width: 100%;
  }
  & textarea {
    flex: 1 1 220px;
    min-width: 0;
    field-sizing: content;
  }
  & > p {
    margin: 0;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & small {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
`;
