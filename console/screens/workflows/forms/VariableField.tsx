import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Braces } from "lucide-react";
import { Field } from "../../../../shared/ui/Field.tsx";
import type { FieldProps } from "../../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import type { KnownVariable } from "../editor/listVariables.ts";

interface VariableFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  variables: readonly KnownVariable[];
  /** The number of lines; one by default. */
  rows?: number;
  placeholder?: string;
  isDisabled?: boolean;
  /** A JMESPath expression, in which variables stand without braces. */
  isExpression?: boolean;
}

const mostOffered = 40;

/**
 * A text in which variables are in braces. The list of variables opens with its button, with two braces, or with Ctrl
 * and Space; typing narrows it, arrows and Enter choose.
 */
export function VariableField(props: VariableFieldProps): ReactNode {
  const { value, onChange, variables, rows, placeholder, isDisabled, isExpression, ...around } = props;
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    control.current?.focus();
    control.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [value]);

  const before = value.slice(0, caret);
  const begun = (isExpression ? /[\w.]*$/ : /\{\{\s*([\w.]*)$/).exec(before);
  const wanted = (begun?.[1] ?? (isExpression ? (begun?.[0] ?? "") : "")).toLowerCase();
  const offered = variables.filter(({ path }) => path.toLowerCase().includes(wanted)).slice(0, mostOffered);
  const isListed = isOpen && offered.length > 0;
  const chosen = Math.min(at, offered.length - 1);

  const insert = ({ path }: KnownVariable) => {
    const start = caret - (begun?.[0].length ?? 0);
    const mark = isExpression ? path : `{{${path}}}`;
    next.current = start + mark.length;
    setCaret(next.current);
    setIsOpen(false);
    onChange(
      value.slice(0, start) +
        mark +
        value.slice(caret).replace(begun && !isExpression ? /^\s*\}\}/ : /^/, ""),
    );
  };
  const handleChange = (text: string, position: number) => {
    setCaret(position);
    setAt(0);
    if (!isExpression) setIsOpen(/\{\{\s*[\w.]*$/.test(text.slice(0, position)));
    onChange(text);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return setIsOpen(true);
    }
    if (!isListed) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const picked = offered[chosen];
    if (step !== undefined) setAt((chosen + step + offered.length) % offered.length);
    else if ((event.key === "Enter" || event.key === "Tab") && picked) insert(picked);
    else if (event.key === "Escape") setIsOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: control,
    value,
    placeholder,
    disabled: isDisabled,
    spellCheck: !isExpression,
    "aria-controls": isListed ? listId : undefined,
    "aria-activedescendant": isListed ? `${listId}-${chosen}` : undefined,
    "aria-autocomplete": "list" as const,
    className: cx(controlStyle, isExpression && mono, !isDisabled && withButton),
    onKeyDown: handleKey,
    onSelect: () => setCaret(control.current?.selectionStart ?? 0),
  };
  return (
    <Field {...around} value={value}>
      {(ids) => (
        <span
          className={frame}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOpen(false);
          }}
        >
          {rows ? (
            <textarea
              {...shared}
              {...ids}
              rows={rows}
              onChange={({ currentTarget }) =>
                handleChange(currentTarget.value, currentTarget.selectionStart)
              }
            />
          ) : (
            <input
              {...shared}
              {...ids}
              // A field of several lines may only be a text box.
              role="combobox"
              aria-expanded={isListed}
              onChange={({ currentTarget }) =>
                handleChange(currentTarget.value, currentTarget.selectionStart ?? 0)
              }
            />
          )}
          {!isDisabled && variables.length > 0 && (
            <button
              type="button"
              className={opener}
              title="Insert a variable"
              aria-label={`Insert a variable into ${around.label}`}
              aria-expanded={isListed}
              // The caret stays where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                control.current?.focus();
                setIsOpen(!isOpen);
              }}
            >
              <Braces size={15} aria-hidden />
            </button>
          )}
          {isListed && (
            <span id={listId} role="listbox" aria-label="Variables" className={list}>
              {offered.map((variable, index) => (
                <span
                  key={variable.path}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(variable)}
                >
                  <code>{variable.path}</code>
                  <small>
                    {variable.type} · {variable.from}
                  </small>
                  {variable.sample !== undefined && <em>{variable.sample}</em>}
                </span>
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
`;
const withButton = css`
  padding-inline-end: 40px;
  &:is(textarea) {
    resize: vertical;
    field-sizing: content;
    max-height: 50vh;
  }
`;
const frame = css`
  position: relative;
  display: grid;
  min-width: 0;
`;
const opener = css`
  position: absolute;
  inset-block-start: 4px;
  inset-inline-end: 4px;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: var(--ph-radius-s);
  background: none;
  color: var(--ph-text-3);
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
`;
const list = css`
  position: absolute;
  inset-block-start: calc(100% + 4px);
  inset-inline: 0;
  z-index: 5;
  display: grid;
  max-height: 260px;
  overflow-y: auto;
  padding: 4px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  & > span {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 10px;
    padding: 6px 8px;
    border-radius: var(--ph-radius-s);
    cursor: pointer;
  }
  & > [aria-selected="true"],
  & > span:hover {
    background: var(--ph-hover);
  }
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
    text-align: end;
  }
  & em {
    grid-column: 1 / -1;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    font-style: normal;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
