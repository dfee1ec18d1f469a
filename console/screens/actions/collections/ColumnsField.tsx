import { useState } from "react";
import type { ReactNode } from "react";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { columnTypeNames, columnTypes, maxColumns } from "../../../../shared/domain/collections.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { CollectionChoices } from "../../../state/actions/collections.ts";

type Column = CollectionChoices["columns"][number];

interface ColumnsFieldProps {
  columns: readonly Column[];
  /** The type of a column stays then. */
  hasRows: boolean;
  error: RequestError | null;
  onChange: (columns: Column[]) => void;
}

/** The columns of a collection in their order. */
export function ColumnsField({ columns, hasRows, error, onChange }: ColumnsFieldProps): ReactNode {
  const change = (at: number, part: Partial<Column>) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...part } : column)));
  const move = (at: number, by: number) => {
    const moved = [...columns];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    onChange(moved);
  };
  return (
    <fieldset className={frame}>
      <legend>Columns</legend>
      {columns.map((column, at) => {
        const name = column.name || `column ${at + 1}`;
        const errorOf = (field: string) => findFieldError(error, `columns.${at}.${field}`);
        return (
          <div key={column.id ?? `new-${at}`} className={row} role="group" aria-label={name}>
            <div className={fields}>
              <TextField
                label="Name"
                value={column.name}
                isRequired
                limit={60}
                onChange={(text) => change(at, { name: text })}
                error={errorOf("name")}
              />
              <Select
                label="Type"
                value={column.type}
                isDisabled={hasRows && column.id !== undefined}
                options={columnTypes.map((type) => ({ value: type, label: columnTypeNames[type] }))}
                onChange={(value) =>
                  change(at, { type: columnTypes.find((type) => type === value) ?? "text" })
                }
                error={errorOf("type")}
              />
              <RowMenu
                label={`Actions for ${name}`}
                actions={[
                  ...(at > 0
                    ? [
                        {
                          label: "Move up",
                          icon: <ArrowUp size={16} aria-hidden />,
                          onChoose: () => move(at, -1),
                        },
                      ]
                    : []),
                  ...(at < columns.length - 1
                    ? [
                        {
                          label: "Move down",
                          icon: <ArrowDown size={16} aria-hidden />,
                          onChoose: () => move(at, 1),
                        },
                      ]
                    : []),
                  {
                    ...{ label: "Delete column", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
                    onChoose: () => onChange(columns.filter((_, index) => index !== at)),
                  },
                ]}
              />
            </div>
            {column.type === "choice" && (
              <OptionsField
                options={column.options}
                onChange={(options) => change(at, { options })}
                error={errorOf("options")}
              />
            )}
            <div className={marks}>
              {flags.map(({ flag, label }) => (
                <label key={flag}>
                  <input
                    type="checkbox"
                    checked={column[flag]}
                    onChange={({ currentTarget: { checked } }) => change(at, { [flag]: checked })}
                  />
                  {label}
                </label>
              ))}
            </div>
          </div>
        );
      })}
      <Button
        size="small"
        icon={<Plus size={15} aria-hidden />}
        disabled={columns.length >= maxColumns}
        onClick={() => onChange([...columns, newColumn()])}
      >
        Add column
      </Button>
    </fieldset>
  );
}

interface OptionsFieldProps {
  options: readonly string[];
  onChange: (options: string[]) => void;
  error: string | undefined;
}

/** What can be chosen, on one line. What is typed stays as it is typed. */
function OptionsField({ options, onChange, error }: OptionsFieldProps): ReactNode {
  const [text, setText] = useState(options.join(", "));
  const handleChange = (typed: string) => {
    setText(typed);
    const words = typed.split(",").map((one) => one.trim());
    onChange(words.filter((one) => one !== ""));
  };
  return (
    <TextField
      label="Options"
      hint="Separated by commas: New, Sent, Done"
      isRequired
      value={text}
      onChange={handleChange}
      error={error}
    />
  );
}

const flags = [
  { flag: "required", label: "Required" },
  { flag: "searchable", label: "Searchable" },
  { flag: "unique", label: "Unique" },
] as const;

/** A column to fill in. */
export function newColumn(): Column {
  return { name: "", type: "text", options: [], required: false, searchable: true, unique: false };
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0 0 6px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
`;
const row = css`
  display: grid;
  gap: 10px;
  width: 100%;
  padding: 12px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
`;
const fields = css`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) auto;
  align-items: end;
  gap: 10px;
  @media (max-width: 560px) {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :first-child {
      grid-column: 1 / -1;
    }
  }
`;
const marks = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  & > label {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    cursor: pointer;
  }
  & input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
