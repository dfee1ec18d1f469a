import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { TemplateField } from "./TemplateField.tsx";

interface Pair {
  name: string;
  value: string;
}

interface PairRowsProps {
  /** What they are together: `Query`. */
  label: string;
  /** What one is: `parameter`. */
  noun: string;
  pairs: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
  /** The inputs that may be in a value. */
  names: readonly string[];
  /** What is wrong with a part of a row, by `0.name`. */
  errorOf: (part: string) => string | undefined;
  isDisabled: boolean;
}

const most = 50;

/** Names with their values, such as headers; rows are added and removed. */
export function PairRows(props: PairRowsProps): ReactNode {
  const { label, noun, pairs, onChange, names, errorOf, isDisabled } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  /** The row whose first field gets the focus once it is drawn. */
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    const row = frame.current?.querySelectorAll("li")[next.current];
    next.current = null;
    (row?.querySelector("input") ?? frame.current?.querySelector<HTMLElement>(":scope > button"))?.focus();
  }, [pairs]);
  const set = (at: number, part: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  const remove = (at: number) => {
    next.current = Math.min(at, pairs.length - 2);
    onChange(pairs.filter((_, index) => index !== at));
  };
  return (
    <div className={frameStyle}>
      <div id={id}>{label}</div>
      <div ref={frame} role="group" aria-labelledby={id}>
        {pairs.length > 0 && (
          <ul>
            {pairs.map(({ name, value }, at) => (
              // Rows have no identity of their own; the place is the row.
              <li key={at}>
                <TextField
                  label={`${label} ${at + 1}: name`}
                  placeholder="Name"
                  value={name}
                  onChange={(typed) => set(at, { name: typed })}
                  error={errorOf(`${at}.name`)}
                  isDisabled={isDisabled}
                />
                <TemplateField
                  label={`${label} ${at + 1}: value`}
                  placeholder="Value"
                  value={value}
                  onChange={(typed) => set(at, { value: typed })}
                  names={names}
                  error={errorOf(`${at}.value`)}
                  isDisabled={isDisabled}
                />
                {!isDisabled && (
                  <IconButton label={`Remove ${noun} ${at + 1}`} size="small" onClick={() => remove(at)}>
                    <X size={16} aria-hidden />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )}
        {!isDisabled && (
          <Button
            size="small"
            icon={<Plus size={15} aria-hidden />}
            disabled={pairs.length >= most}
            onClick={() => {
              next.current = pairs.length;
              onChange([...pairs, { name: "", value: "" }]);
            }}
          >
            Add {noun}
          </Button>
        )}
      </div>
    </div>
  );
}

const frameStyle = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  & > div:first-child {
    display: flex;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > div:last-child {
    display: grid;
    justify-items: start;
    align-content: center;
    gap: 8px;
    min-width: 0;
    min-height: var(--ph-control);
  }
  & ul {
    display: grid;
    gap: 8px;
    width: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) 40px;
    align-items: start;
    gap: 8px;
  }
  /* The row's own heading says it; the label is for screen readers. */
  & li > div > div:first-child {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  & li > div {
    position: relative;
  }
`;
