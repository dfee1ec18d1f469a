import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Field } from "../../shared/ui/Field.tsx";
import type { FieldProps } from "../../shared/ui/Field.tsx";
import { css } from "../../shared/ui/style/css.ts";

const length = 6;

interface CodeFieldProps extends FieldProps {
  value: string;
  onChange: (code: string) => void;
  /** All digits are there: typed, pasted, or filled in by the browser. */
  onComplete: (code: string) => void;
  autoFocus?: boolean;
}

/**
 * A code of six digits: six boxes to the eye, one field to keyboards, screen readers, paste and what fills codes in. A
 * wrong one stays, selected, so that the next one takes its place.
 */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { value, onChange, onComplete, autoFocus, ...field } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  useEffect(() => {
    if (field.error) input.current?.select();
  }, [field.error]);

  function handleChange(typed: string) {
    const code = readDigits(typed);
    onChange(code);
    if (code.length === length && code !== value) onComplete(code);
  }

  return (
    <Field {...field}>
      {(ids) => (
        <span className={frame} data-invalid={field.error ? true : undefined}>
          <input
            {...ids}
            ref={input}
            inputMode="numeric"
            autoComplete="one-time-code"
            name="code"
            autoFocus={autoFocus}
            spellCheck={false}
            value={value}
            onFocus={() => setIsFocused(true)}
            onBlur={() => setIsFocused(false)}
            onChange={(event) => handleChange(event.currentTarget.value)}
          />
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              aria-hidden
              data-current={isFocused && isCurrent(index, value) ? true : undefined}
            >
              {value[index]}
            </span>
          ))}
        </span>
      )}
    </Field>
  );
}

/** Where the next digit goes; the last one where all are there. */
function isCurrent(index: number, value: string): boolean {
  return index === Math.min(value.length, length - 1);
}

/** Blanks and hyphens of a pasted code go, and digits of other scripts are the same digits. */
function readDigits(typed: string): string {
  return typed.normalize("NFKC").replace(/\D/g, "").slice(0, length);
}

const frame = css`
  position: relative;
  display: grid;
  grid-template-columns: repeat(${length}, minmax(0, 52px));
  gap: 8px;
  direction: ltr;
  & > input {
    position: absolute;
    inset: 0;
    width: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: transparent;
    caret-color: transparent;
    font-size: 16px;
    outline: none;
    cursor: text;
  }
  & > input::selection {
    background: transparent;
  }
  & > span {
    display: grid;
    place-items: center;
    height: 52px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    font: 600 1.375rem / 1 var(--ph-mono);
    pointer-events: none;
  }
  & > span[data-current] {
    outline: 2px solid var(--ph-focus);
    outline-offset: -1px;
    border-color: var(--ph-focus);
  }
  &[data-invalid] > span {
    border-color: var(--ph-danger-text);
  }
`;
