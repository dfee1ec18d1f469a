import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { ArrowUp, Plus, X } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { controlStyle } from "../../shared/ui/fieldStyle.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { sayTooLong } from "../../shared/ui/sayTooLong.ts";
import { css } from "../../shared/ui/style/css.ts";

interface LinesFieldProps {
  label: string;
  hint: string;
  addLabel: string;
  /** The most lines. */
  most: number;
  /** How many characters a line has at most. */
  limit?: number;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string;
}

/** A few short lines, each added, changed, moved up and removed. */
export function LinesField({
  label,
  hint,
  addLabel,
  most,
  limit = 120,
  value,
  onChange,
  error,
}: LinesFieldProps): ReactNode {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  /** The line that gets the focus once it is drawn, and whether its arrow does. */
  const next = useRef<{ at: number; isMoving?: boolean } | null>(null);
  useEffect(() => {
    if (!frame.current || !next.current) return;
    const { at, isMoving } = next.current;
    next.current = null;
    const line = frame.current.querySelectorAll("li")[at];
    const arrow = isMoving ? line?.querySelector<HTMLElement>("[data-move]") : undefined;
    const field = line?.querySelector("input") ?? frame.current.querySelector<HTMLElement>(":scope > button");
    (arrow ?? field)?.focus();
  }, [value]);

  const long = value.findIndex((line) => line.length > limit);
  const set = (at: number, line: string) => onChange(value.map((one, index) => (index === at ? line : one)));
  const moveUp = (at: number) => {
    const moved = [...value];
    moved.splice(at - 1, 0, ...moved.splice(at, 1));
    next.current = { at: at - 1, isMoving: true };
    onChange(moved);
  };
  const remove = (at: number) => {
    next.current = { at: Math.min(at, value.length - 2) };
    onChange(value.filter((_, index) => index !== at));
  };
  return (
    <div ref={frame} className={frameStyle} role="group" aria-labelledby={id}>
      <div>
        <span id={id}>{label}</span>
        <small>
          {value.length} / {most}
        </small>
      </div>
      {value.length > 0 && (
        <ul>
          {value.map((line, index) => (
            // Lines have no identity of their own; the place is the line.
            <li key={index}>
              <input
                className={controlStyle}
                aria-label={`${label} ${index + 1}`}
                aria-invalid={line.length > limit}
                aria-describedby={long === index ? `${id}-long` : undefined}
                value={line}
                onChange={(event) => set(index, event.currentTarget.value)}
              />
              {index > 0 && (
                <IconButton
                  label={`Move line ${index + 1} up`}
                  size="small"
                  onClick={() => moveUp(index)}
                  data-move=""
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
              )}
              <IconButton label={`Remove line ${index + 1}`} size="small" onClick={() => remove(index)}>
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {long >= 0 && (
        <p id={`${id}-long`} data-bad="">
          Line {long + 1}: {sayTooLong(value[long] ?? "", limit)}
        </p>
      )}
      {error && <p data-bad="">{error}</p>}
      <p>{hint}</p>
      <Button
        size="small"
        icon={<Plus size={15} aria-hidden />}
        disabled={value.length >= most}
        onClick={() => {
          next.current = { at: value.length };
          onChange([...value, ""]);
        }}
      >
        {addLabel}
      </Button>
    </div>
  );
}

const frameStyle = css`
  display: grid;
  justify-items: start;
  gap: 6px;
  min-width: 0;
  & > div {
    display: flex;
    justify-content: space-between;
    width: 100%;
    font-size: var(--ph-text-s);
  }
  & > div > span {
    font-weight: 550;
  }
  & > div > small {
    font-size: inherit;
    color: var(--ph-text-3);
    font-variant-numeric: tabular-nums;
  }
  & > ul {
    display: grid;
    gap: 6px;
    width: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    align-items: center;
    gap: 2px;
  }
  & li > input {
    flex: 1;
    margin-inline-end: 4px;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-3);
  }
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
`;
