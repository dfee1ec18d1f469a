import type { SelectOption } from "../../../../shared/ui/Select.tsx";

/** The options of a select, with one for nothing, and one for what is chosen and gone. */
export function optionsWith(value: string, options: readonly SelectOption[], empty: string): SelectOption[] {
  const isGone = value !== "" && !options.some((one) => one.value === value);
  return [
    { value: "", label: empty },
    ...options,
    ...(isGone ? [{ value, label: `${value.length > 40 ? "Something" : value} (deleted)` }] : []),
  ];
}
