import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css } from "../../shared/ui/style/css.ts";

interface RowsProps<Row> {
  label: string;
  /** What one is: `case`. */
  noun: string;
  rows: readonly Row[];
  most: number;
  onChange: (rows: Row[]) => void;
  makeRow: () => Row;
  /** The fields of a row; `set` changes some of it. */
  children: (row: Row, set: (part: Partial<Row>) => void, at: number) => ReactNode;
  error?: string | undefined;
  isReadOnly: boolean;
}

/** Rows of fields that are added and removed, such as the cases of a switch. */
export function Rows<Row extends object>(props: RowsProps<Row>): ReactNode {
  const { label, noun, rows, most, onChange, makeRow, children, error, isReadOnly } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  /** The row whose first field gets the focus once it is drawn. */
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    const row = frame.current?.querySelectorAll(":scope > ul > li")[next.current];
    next.current = null;
    const control = row?.querySelector<HTMLElement>("input, textarea, select");
    (control ?? frame.current?.querySelector<HTMLElement>(":scope > button"))?.focus();
  }, [rows]);
  const remove = (at: number) => {
    next.current = Math.min(at, rows.length - 2);
    onChange(rows.filter((_, index) => index !== at));
  };
  return (
    <div ref={frame} role="group" aria-labelledby={id} className={frameStyle}>
      <div id={id}>{label}</div>
      {rows.length > 0 && (
        <ul>
          {rows.map((row, at) => (
            // Rows have no identity of their own; the place is the row.
            <li key={at}>
              <div>
                {children(
                  row,
                  (part) => onChange(rows.map((one, index) => (index === at ? { ...one, ...part } : one))),
                  at,
                )}
              </div>
              {!isReadOnly && (
                <IconButton label={`Remove ${noun} ${at + 1}`} size="small" onClick={() => remove(at)}>
                  <X size={16} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {error && <p>{error}</p>}
      {!isReadOnly && (
        <Button
          size="small"
          icon={<Plus size={15} aria-hidden />}
          disabled={rows.length >= most}
          onClick={() => {
            next.current = rows.length;
            onChange([...rows, makeRow()]);
          }}
        >
          Add {noun}
        </Button>
      )}
    </div>
  );
}

const frameStyle = css`
  display: grid;
  justify-items: start;
  gap: 8px;
  min-width: 0;
  & > div:first-child {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > ul {
    display: grid;
    gap: 10px;
    width: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > ul > li {
    display: flex;
    align-items: flex-start;
    gap: 4px;
    min-width: 0;
    padding: 10px 4px 12px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & > ul > li > div {
    display: grid;
    flex: 1;
    gap: 10px;
    min-width: 0;
  }
  & > p {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
`;
