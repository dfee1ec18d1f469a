import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { ThreadCounts } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import { readChoices } from "../../../../shared/domain/choiceFilter.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { ChoiceFilter } from "./ChoiceFilter.tsx";
import { nameOfCode } from "./nameOfCode.ts";
import { withCounts } from "./withCounts.ts";
import type { Counts } from "./withCounts.ts";

/** By the visitor's country and language, as far as those of any conversation are known. */
export function PlaceFilters({ counts }: { counts: Snapshot<ThreadCounts> | null }): ReactNode {
  return (
    <>
      <Known name="country" label="Country" counts={counts?.countries} type="region" />
      <Known name="language" label="Language" counts={counts?.languages} type="language" />
    </>
  );
}

interface KnownProps {
  name: string;
  label: string;
  counts: Counts | undefined;
  type: "region" | "language";
}

function Known({ name, label, counts, type }: KnownProps): ReactNode {
  const query = useQuery();
  // What is chosen can be taken out again, also where nothing has it.
  const values = new Set([...Object.keys(counts ?? {}), ...readChoices(query.read(name)).values]);
  values.delete("none");
  if (values.size === 0 && !query.read(name)) return null;
  const options = [...values].map((value) => ({ value, label: nameOfCode(value, type) }));
  options.sort((one, other) => one.label.localeCompare(other.label));
  return (
    <ChoiceFilter
      name={name}
      label={label}
      options={withCounts([...options, { value: "none", label: "Not known" }], counts)}
    />
  );
}
