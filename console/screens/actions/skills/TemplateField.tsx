import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Field } from "../../../../shared/ui/Field.tsx";
import type { FieldProps } from "../../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";

interface TemplateFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The names that may be in braces. */
  names: readonly string[];
  /** How many lines; one by default. */
  rows?: number;
  placeholder?: string;
  isDisabled?: boolean;
}

/**
 * A text in which inputs are in braces. While it has the focus, buttons after it put one in at the caret, of which
 * those are offered that fit what was typed after `{{`.
 */
export function TemplateField(props: TemplateFieldProps): ReactNode {
  const { value, onChange, names, rows, placeholder, isDisabled, ...around } = props;
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [isWithin, setIsWithin] = useState(false);
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    control.current?.focus();
    control.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [value]);
  const begun = /\{\{\s*(\w*)$/.exec(value.slice(0, caret));
  const offered = names.filter((name) => name !== "" && name.startsWith(begun?.[1] ?? ""));
  const insert = (name: string) => {
    const start = caret - (begun?.[0].length ?? 0);
    const mark = `{{${name}}}`;
    next.current = start + mark.length;
    setCaret(next.current);
    onChange(value.slice(0, start) + mark + value.slice(caret).replace(begun ? /^\s*\}\}/ : /^/, ""));
  };
  const shared = {
    ref: control,
    value,
    placeholder,
    disabled: isDisabled,
    spellCheck: false,
    className: cx(controlStyle, mono),
  };
  const handleSelect = () => setCaret(control.current?.selectionStart ?? 0);
  return (
    <Field {...around} value={value}>
      {(ids) => (
        <span
          className={frame}
          onFocus={() => setIsWithin(true)}
          onBlur={({ currentTarget, relatedTarget }) =>
            setIsWithin(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
          }
        >
          {rows ? (
            <textarea
              {...shared}
              {...ids}
              rows={rows}
              onSelect={handleSelect}
              onChange={(event) => {
                setCaret(event.currentTarget.selectionStart);
                onChange(event.currentTarget.value);
              }}
            />
          ) : (
            <input
              {...shared}
              {...ids}
              onSelect={handleSelect}
              onChange={(event) => {
                setCaret(event.currentTarget.selectionStart ?? 0);
                onChange(event.currentTarget.value);
              }}
            />
          )}
          {isWithin && offered.length > 0 && (
            <span className={chips}>
              {offered.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-label={`Insert ${name} into ${around.label}`}
                  // The caret stays where it is.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(name)}
                >
                  {`{{${name}}}`}
                </button>
              ))}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

const mono = css`
  font-family: var(--ph-mono);
  font-size: var(--ph-text-s);
  &:is(textarea) {
    resize: vertical;
    field-sizing: content;
    min-height: 120px;
    max-height: 50vh;
  }
`;
const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
`;
const chips = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  & > button {
    min-height: 26px;
    padding: 2px 8px;
    border: 1px solid var(--ph-line-2);
    border-radius: 6px;
    background: var(--ph-sunken);
    color: var(--ph-text-2);
    font: var(--ph-text-xs) / 1.4 var(--ph-mono);
    cursor: pointer;
  }
  & > button:hover {
    color: var(--ph-text);
    border-color: var(--ph-line-strong);
  }
`;
