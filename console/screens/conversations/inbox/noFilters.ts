import { filterNames } from "./filters.ts";

/** What takes every filter out of the address. */
export const noFilters: Readonly<Record<string, null>> = Object.fromEntries(
  filterNames.map((name) => [name, null]),
);
