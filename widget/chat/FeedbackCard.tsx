import { useEffect, useId, useRef, useState } from "react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import type { Feedback } from "../../shared/contract/conversations/conversations.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";

export interface FeedbackCardProps {
  /** With the messages, or without: then nothing else is included. */
  onClose(feedback?: Feedback): void;
}

/** The most that the server takes. */
const maxText = 1000;

/** Asks below the answer what was wrong with it; a reason and some words, both optional. */
export function FeedbackCard({ onClose }: FeedbackCardProps): ReactNode {
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState<Feedback["reason"]>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    form.current?.querySelector("input")?.focus({ preventScroll: true });
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);

  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onClose({ value: -1, reason, text: text.trim() });
  };
  return (
    <form ref={form} className={card} onKeyDown={handleKey} onSubmit={handleSubmit}>
      <fieldset>
        <legend>{sayLater().whatWasWrong}</legend>
        {listReasons().map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value ?? ""}
              checked={reason === value}
              onChange={() => setReason(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <textarea
        rows={2}
        dir="auto"
        value={text}
        maxLength={maxText}
        aria-label={sayLater().tellMore}
        placeholder={sayLater().tellMore}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <footer>
        <Button kind="quiet" size="small" onClick={() => onClose()}>
          {widgetWords.cancel}
        </Button>
        <Button kind="primary" size="small" type="submit" disabled={reason === null && text.trim() === ""}>
          {sayLater().sendFeedback}
        </Button>
      </footer>
    </form>
  );
}

function listReasons(): [Feedback["reason"], string][] {
  return [
    ["wrong", sayLater().reasonWrong],
    ["incomplete", sayLater().reasonIncomplete],
    ["off_topic", sayLater().reasonOffTopic],
    ["unclear", sayLater().reasonUnclear],
    ["other", sayLater().reasonOther],
  ];
}

const card = css`
  display: grid;
  gap: 10px;
  margin-top: 6px;
  padding: 14px;
  border: 1px solid var(--ph-line);
  border-radius: min(var(--ph-radius), 16px);
  background: var(--ph-raised);
  color: var(--ph-text);
  font-size: var(--ph-text-s);
  & > fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    margin-bottom: 8px;
    padding: 0;
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & label {
    position: relative;
    display: flex;
    align-items: center;
    min-height: 32px;
    padding: 4px 12px;
    border: 1px solid var(--ph-line-2);
    border-radius: 99px;
    line-height: 1.3;
    cursor: pointer;
  }
  & label:hover {
    background: var(--ph-hover);
  }
  & label:has(:checked) {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-weight: 550;
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 1px;
  }
  /* There for the keyboard and a screen reader; its label shows what is chosen. */
  & input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  & textarea {
    width: 100%;
    min-height: 60px;
    max-height: 140px;
    padding: 8px 10px;
    border: 1px solid var(--ph-line-strong);
    border-radius: min(var(--ph-radius-s), 10px);
    background: var(--ph-surface);
    resize: none;
    field-sizing: content;
  }
  & textarea::placeholder {
    color: var(--ph-text-3);
    opacity: 1;
  }
  & > footer {
    display: flex;
    justify-content: flex-end;
    gap: 6px;
  }
  @media (forced-colors: active) {
    & label:has(:checked) {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  @media (pointer: coarse) {
    & label,
    & button {
      min-height: 44px;
    }
    & textarea {
      font-size: 16px;
    }
  }
`;
