import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import { readFieldFilter, writeFieldFilter } from "../../../../../shared/domain/fieldFilter.ts";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { useQuery } from "../../../../parts/useQuery.ts";
import { FieldControl } from "./FieldControl.tsx";

const conditions = [
  { value: "set", label: "Is set" },
  { value: "unset", label: "Is not set" },
  { value: "is", label: "Is" },
  { value: "isNot", label: "Is not" },
] as const;
type Condition = (typeof conditions)[number]["value"];

/**
 * Narrows the list by a custom field: whether conversations carry it, or a value of it; it is in the address at once.
 */
export function FieldFilter({ fields }: { fields: readonly Snapshot<CustomField>[] }): ReactNode {
  const query = useQuery();
  const filter = readFieldFilter(query.read("field"));
  // A value was asked for, and none is typed yet.
  const [asked, setAsked] = useState<"is" | "isNot" | null>(null);
  if (fields.length === 0 && !filter) return null;
  const field = fields.find(({ key }) => key === filter?.key);
  const write = (text: string | null) => query.set({ field: text }, { replace: true });
  const condition = filter && conditionOf(filter);
  const shown = condition === "set" && asked ? asked : condition;

  function choose(next: Condition): void {
    if (!filter || !field) return;
    const isNot = next === "unset" || next === "isNot";
    const asksValue = next === "is" || next === "isNot";
    const value = asksValue ? (filter.value ?? firstOf(field)) : null;
    setAsked(asksValue && value === null ? next : null);
    write(writeFieldFilter({ key: filter.key, isNot: isNot && !(asksValue && value === null), value }));
  }

  return (
    <>
      <Select
        label="Custom field"
        value={filter?.key ?? ""}
        options={[
          { value: "", label: "Any" },
          ...fields.map(({ key, name }) => ({ value: key, label: name })),
          ...(filter && !field ? [{ value: filter.key, label: filter.key }] : []),
        ]}
        onChange={(key) => {
          setAsked(null);
          write(key || null);
        }}
      />
      {filter && field && (
        <Select
          label={field.name}
          value={shown ?? "set"}
          options={conditions}
          onChange={(value) => choose(conditions.find((one) => one.value === value)?.value ?? "set")}
        />
      )}
      {filter && field && (shown === "is" || shown === "isNot") && (
        <FieldControl
          field={field}
          label="Value"
          value={filter.value ?? ""}
          onChange={(text) => {
            setAsked(shown);
            const value = text || null;
            write(writeFieldFilter({ key: filter.key, isNot: shown === "isNot" && value !== null, value }));
          }}
        />
      )}
    </>
  );
}

function conditionOf({ isNot, value }: { isNot: boolean; value: string | null }): Condition {
  if (value === null) return isNot ? "unset" : "set";
  return isNot ? "isNot" : "is";
}

function firstOf({ kind, choices }: Snapshot<CustomField>): string | null {
  if (kind === "boolean") return "true";
  return kind === "choice" ? (choices[0] ?? null) : null;
}
