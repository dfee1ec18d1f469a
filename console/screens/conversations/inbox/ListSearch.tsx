import type { ReactNode } from "react";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { walkRows } from "../../../parts/walkRows.ts";

/** The field that searches what was said; the words are in the address. */
export function ListSearch(): ReactNode {
  const query = useQuery();
  return (
    <SearchField
      label="Search messages and visitors"
      placeholder="Search"
      value={query.read("q")}
      onChange={(value) => query.set({ q: value || null }, { replace: true })}
      onGoOn={() => walkRows(1)}
    />
  );
}
