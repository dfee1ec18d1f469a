import { useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { CollectionColumn } from "../../../../shared/contract/collections/collections.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { exampleOf, listOptions } from "./cellInput.ts";

interface CellEditorProps {
  column: Snapshot<CollectionColumn>;
  value: string;
  problem: string | null;
  isBusy: boolean;
  onChange: (value: string) => void;
  /** `by` says where to go afterwards. */
  onSave: (value: string, by: { row: number; column: number }) => void;
  onCancel: () => void;
}

/** The field in a cell that is changed: Enter saves and goes down, Tab to the next cell, Escape leaves it as it was. */
export function CellEditor(props: CellEditorProps): ReactNode {
  const { column, value, problem, isBusy, onChange, onSave, onCancel } = props;
  const options = listOptions(column);
  /** A key has said what becomes of it: that the focus continues says nothing more. */
  const isLeft = useRef(false);
  const handleChange = (text: string) => {
    isLeft.current = false;
    onChange(text);
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    isLeft.current = true;
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter") onSave(value, { row: event.shiftKey ? -1 : 1, column: 0 });
    else if (event.key === "Tab") onSave(value, { row: 0, column: event.shiftKey ? -1 : 1 });
    else {
      isLeft.current = false;
      return;
    }
    event.preventDefault();
  };
  const field = {
    ...{ "aria-label": column.name, "aria-invalid": problem !== null, autoFocus: true, className: input },
    ...{ onKeyDown: handleKey, readOnly: isBusy },
    onBlur: () => !isLeft.current && !isBusy && problem === null && onSave(value, { row: 0, column: 0 }),
  };
  const known = options?.some((option) => option.value.toLowerCase() === value.toLowerCase());
  return (
    <>
      {options ? (
        <select
          {...{ ...field, readOnly: undefined }}
          value={
            known ? options.find((option) => option.value.toLowerCase() === value.toLowerCase())?.value : ""
          }
          onChange={(event) => handleChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...field}
          value={value}
          placeholder={exampleOf(column)}
          onChange={(event) => handleChange(event.currentTarget.value)}
        />
      )}
      {problem && (
        <small role="alert" className={fault}>
          {problem}
        </small>
      )}
    </>
  );
}

const input = css`
  width: 100%;
  min-height: 36px;
  padding: 0 9px;
  border: 2px solid var(--ph-focus);
  border-radius: 0;
  background: var(--ph-raised);
  color: var(--ph-text);
  font: inherit;
  outline: 0;
`;
const fault = css`
  display: block;
  padding: 4px 10px;
  color: var(--ph-danger-text);
  background: var(--ph-danger-soft);
`;
