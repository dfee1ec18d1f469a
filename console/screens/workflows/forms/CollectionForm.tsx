import type { ReactNode } from "react";
import { filterOperators } from "../../../../shared/domain/collections.ts";
import type { FilterOperator } from "../../../../shared/domain/collections.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Choices } from "../../../parts/Choices.tsx";
import { formRows, pairRow } from "./formRows.ts";
import { InputRows } from "./InputRows.tsx";
import { optionsWith } from "./optionsWith.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

const actions = [
  { value: "find" as const, label: "Find rows" },
  { value: "add" as const, label: "Add a row" },
  { value: "change" as const, label: "Change rows" },
];

/** Which rows are found, added or changed. */
export function CollectionForm(props: StepFormProps<"collection">): ReactNode {
  const { config, onChange, errorOf, variables, choices, isReadOnly } = props;
  const { collection, action, filters, values, saveAs } = config;
  const columns = choices.collections.find(({ name }) => name === collection)?.columns ?? [];
  return (
    <div className={formRows}>
      <Select
        label="Collection"
        value={collection}
        options={optionsWith(
          collection,
          choices.collections.map(({ name }) => ({ value: name, label: name })),
          "Choose a collection",
        )}
        onChange={(text) => onChange({ collection: text })}
        error={errorOf("collection")}
        hint={choices.collections.length === 0 ? "Add data collections under Integrations." : undefined}
        isDisabled={isReadOnly}
      />
      <Choices
        label="What to do"
        value={action}
        options={actions}
        onChange={(value) => onChange({ action: value })}
        {...(isReadOnly && { heldBy: "Your role can’t change workflows." })}
      />
      {action !== "add" && (
        <Rows
          label="Rows where"
          noun="filter"
          rows={filters}
          most={10}
          onChange={(changed) => onChange({ filters: changed })}
          makeRow={() => ({ column: columns[0] ?? "", operator: "equals" as FilterOperator, value: "" })}
          isReadOnly={isReadOnly}
        >
          {({ column, operator, value }, set) => (
            <div className={pairRow}>
              <Select
                label="Column"
                value={column}
                options={optionsWith(
                  column,
                  columns.map((name) => ({ value: name, label: name })),
                  "Choose a column",
                )}
                onChange={(text) => set({ column: text })}
                isDisabled={isReadOnly}
              />
              <Select
                label="Comparison"
                value={operator}
                options={filterOperators.map((one) => ({ value: one, label: one.replaceAll("_", " ") }))}
                onChange={(text) => set({ operator: text as FilterOperator })} // a value of the options
                isDisabled={isReadOnly}
              />
              <VariableField
                label="Value"
                value={value}
                onChange={(text) => set({ value: text })}
                variables={variables}
                isDisabled={isReadOnly}
              />
            </div>
          )}
        </Rows>
      )}
      {action !== "find" && (
        <InputRows
          label="Values"
          noun="value"
          values={values}
          onChange={(changed) => onChange({ values: changed })}
          names={columns.map((name) => ({ id: name, label: name }))}
          variables={variables}
          isReadOnly={isReadOnly}
        />
      )}
      <SaveAsField
        value={saveAs}
        onChange={(text) => onChange({ saveAs: text })}
        error={errorOf("saveAs")}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
