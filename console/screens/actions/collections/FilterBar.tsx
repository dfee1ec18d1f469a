import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { ListFilter, X } from "lucide-react";
import type { Snapshot } from "valtio";
import type { CollectionColumn, RowFilter } from "../../../../shared/contract/collections/collections.ts";
import { operatorsOf, readCell, takesValue, writeCell } from "../../../../shared/domain/collections.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { operatorWords } from "./collectionWords.ts";

interface FilterBarProps {
  columns: readonly Snapshot<CollectionColumn>[];
  filters: readonly RowFilter[];
  onChange: (filters: RowFilter[]) => void;
}

/** The filters that hold, each to be taken away, and the way to add one. */
export function FilterBar({ columns, filters, onChange }: FilterBarProps): ReactNode {
  const [isAdding, setIsAdding] = useState(false);
  const searchable = columns.filter((column) => column.searchable);
  if (searchable.length === 0) return null;
  return (
    <div className={bar} role="group" aria-label="Filters">
      {filters.map((filter, at) => {
        const words = describe(filter, columns);
        return (
          <span key={words} className={chip}>
            {words}
            <IconButton
              label={`Remove filter: ${words}`}
              size="small"
              onClick={() => onChange(filters.filter((_, index) => index !== at))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </span>
        );
      })}
      {isAdding ? (
        <NewFilter
          columns={searchable}
          onAdd={(filter) => {
            setIsAdding(false);
            onChange([...filters, filter]);
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <Button size="small" icon={<ListFilter size={15} aria-hidden />} onClick={() => setIsAdding(true)}>
          Filter
        </Button>
      )}
    </div>
  );
}

interface NewFilterProps {
  columns: readonly Snapshot<CollectionColumn>[];
  onAdd: (filter: RowFilter) => void;
  onCancel: () => void;
}

function NewFilter({ columns, onAdd, onCancel }: NewFilterProps): ReactNode {
  const [columnId, setColumnId] = useState(columns[0]?.id ?? "");
  const column = columns.find(({ id }) => id === columnId) ?? columns[0];
  const [chosen, setOperator] = useState("");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  if (!column) return null;
  const operators = operatorsOf[column.type];
  const operator = operators.find((one) => one === chosen) ?? operators[0] ?? "equals";
  const options = column.type === "choice" ? column.options : column.type === "yes_no" ? ["Yes", "No"] : null;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!takesValue(operator)) return onAdd({ column: column.id, operator });
    const text = value || (options?.[0] ?? "");
    if (operator === "contains")
      return text ? onAdd({ column: column.id, operator, value: text }) : undefined;
    const read = readCell(column, text);
    if ("problem" in read) return setProblem(read.problem);
    if (read.cell !== null) onAdd({ column: column.id, operator, value: read.cell });
    else setProblem("Enter a value.");
  };
  return (
    <form className={form} onSubmit={handleSubmit} noValidate aria-label="New filter">
      <Select
        label="Column"
        autoFocus
        value={column.id}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          setColumnId(id);
          setValue("");
        }}
      />
      <Select
        label="Condition"
        value={operator}
        options={operators.map((one) => ({ value: one, label: operatorWords[one] }))}
        onChange={setOperator}
      />
      {takesValue(operator) &&
        (options ? (
          <Select
            label="Value"
            value={value || (options[0] ?? "")}
            options={options.map((one) => ({ value: one, label: one }))}
            onChange={setValue}
          />
        ) : (
          <TextField label="Value" value={value} onChange={setValue} error={problem} />
        ))}
      <span>
        <Button kind="primary" type="submit">
          Add filter
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </span>
    </form>
  );
}

function describe(
  { column, operator, value }: RowFilter,
  columns: readonly Snapshot<CollectionColumn>[],
): string {
  const name = columns.find(({ id }) => id === column)?.name ?? "";
  return `${name} ${operatorWords[operator]} ${writeCell(value)}`.trim();
}

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
`;
const chip = css`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  min-height: 30px;
  padding-inline-start: 11px;
  border-radius: 20px;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
  font-size: var(--ph-text-s);
  font-weight: 500;
  overflow-wrap: anywhere;
`;
const form = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 10px;
  width: 100%;
  padding: 12px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > * {
    flex: 1 1 150px;
    min-width: 0;
  }
  & > span {
    display: flex;
    flex: 0 0 auto;
    gap: 8px;
  }
`;
