import { useEffect, useId, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { maxScore } from "../../shared/domain/limits.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { star } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { fill } from "../../shared/words/language.ts";
import { sayLater } from "../session/laterWords.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** The most that the server takes. */
const maxRemark = 1000;
const scores = Array.from({ length: maxScore }, (_, index) => index + 1);

/** Asks how good the conversation was. A score counts immediately, also where nobody says why. */
export function RatingForm(): ReactNode {
  const { thread, notice } = useSnapshot(chat);
  const actions = useActions();
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [hasThanked, setHasThanked] = useState(false);
  const [remark, setRemark] = useState("");
  const rating = thread?.rating;
  /** Shown until the state has it: what sends it may have to be loaded first. */
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => setChosen(null), [rating]);
  const given = chosen ?? rating?.score ?? 0;
  const said = rating?.remark ?? "";

  const choose = (score: number): void => {
    actions.rateThread({ score, remark: said });
    setChosen(score);
    if (!isAsking) setRemark(said);
    setIsAsking(true);
    setHasThanked(true);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    actions.rateThread({ score: given, remark: remark.trim() });
    setIsAsking(false);
    // The field goes away with the focus in it.
    form.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  };
  return (
    <form ref={form} className={style} onSubmit={handleSubmit}>
      <fieldset>
        <legend>{sayLater().rateConversation}</legend>
        <div>
          {scores.map((score) => {
            const label = fill(sayLater().score, { score, best: maxScore });
            return (
              <label key={score} title={label}>
                <input
                  type="radio"
                  name={name}
                  value={score}
                  checked={score === given}
                  aria-label={label}
                  onChange={() => choose(score)}
                />
                <Icon path={star} size={1.375} isFilled={score <= given} />
              </label>
            );
          })}
        </div>
      </fieldset>
      <p role="status">{hasThanked && !notice ? sayLater().thanks : ""}</p>
      {notice && <p data-bad="">{notice}</p>}
      {isAsking && given > 0 && (
        <div>
          <textarea
            rows={1}
            dir="auto"
            value={remark}
            maxLength={maxRemark}
            aria-label={sayLater().tellMore}
            placeholder={sayLater().tellMore}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
          <Button size="small" type="submit" disabled={remark.trim() === said}>
            {sayLater().sendFeedback}
          </Button>
        </div>
      )}
    </form>
  );
}

const style = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  & > fieldset {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 12px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    float: inline-start;
    padding: 0;
  }
  /* The stars stay together, and are at the edge where their row is their own. */
  & > fieldset > div {
    display: flex;
    margin-inline-start: -5px;
  }
  & label {
    position: relative;
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: 50%;
    color: var(--ph-text-3);
    cursor: pointer;
  }
  & label:has([fill="currentColor"]),
  & label:hover,
  & label:has(~ label:hover) {
    color: var(--ph-accent-text);
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: -2px;
  }
  /* There for the keyboard and a screen reader; the stars show what is chosen. */
  & input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > p:empty {
    display: none;
  }
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
  & > div {
    display: flex;
    flex: 1 0 100%;
    align-items: flex-end;
    gap: 8px;
  }
  & textarea {
    flex: 1;
    min-width: 0;
    min-height: 36px;
    max-height: 96px;
    padding: 7px 10px;
    border: 1px solid var(--ph-line-strong);
    border-radius: min(var(--ph-radius-s), 10px);
    background: var(--ph-surface);
    color: var(--ph-text);
    font-size: var(--ph-text-s);
    resize: none;
    field-sizing: content;
  }
  & textarea::placeholder {
    color: var(--ph-text-3);
    opacity: 1;
  }
  @media (pointer: coarse) {
    & label {
      width: 44px;
      height: 44px;
    }
    & > fieldset > div {
      margin-inline-start: -11px;
    }
    & textarea {
      min-height: 44px;
      font-size: 16px;
    }
  }
`;
