import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { priorities, threadStatuses } from "../../../../../shared/contract/conversations/conversations.ts";
import {
  outcomeChoices,
  ratingChoices,
  threadSorts,
} from "../../../../../shared/contract/conversations/inbox/threadFilter.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { agents } from "../../../../state/agents/agents.ts";
import { ChoiceFilter } from "../ChoiceFilter.tsx";
import { PeriodFilter } from "../PeriodFilter.tsx";
import { FieldFilter } from "../fields/FieldFilter.tsx";
import { PlaceFilters } from "../PlaceFilters.tsx";
import { mayDo } from "../../../../state/accounts/organization.ts";
import { allAgents } from "../../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { withCounts } from "../withCounts.ts";
import type { Option } from "../withCounts.ts";
import { useListFilters } from "../useListFilters.ts";
import { useThreadCounts } from "../useThreadCounts.ts";
import { outcomeNames, ratingNames, sortNames, statusNames } from "../choiceNames.ts";
import { surfaceNames } from "../../../../parts/surfaceNames.ts";
import { filterNames, priorityNames } from "../filters.ts";
import { noFilters } from "../noFilters.ts";
import { ExportThreads } from "../../exports/ExportThreads.tsx";
import { FigureFilter } from "../FigureFilter.tsx";
import { ManageLabels } from "../labels/ManageLabels.tsx";
import { ManageFields } from "../fields/ManageFields.tsx";

interface ViewFieldsProps {
  place: AgentPlace;
  view: ThreadView;
}

/** By what a queue is narrowed, and in which order it stands; each choice is in the address at once. */
export function ViewFields({ place, view }: ViewFieldsProps): ReactNode {
  const data = useListFilters(place);
  const { items } = useSnapshot(agents);
  // Labels, and exports, are one agent's.
  const isOfAll = place.agentId === allAgents;
  const [asked, setAsked] = useState<"labels" | "fields" | "export" | null>(null);
  const query = useQuery();
  const counts = useThreadCounts(place, view);
  const field = (name: string, label: string, options: readonly Option[]) => (
    <Select
      label={label}
      value={query.read(name)}
      options={[{ value: "", label: "Any" }, ...options]}
      onChange={(value) => query.set({ [name]: value || null }, { replace: true })}
    />
  );
  const choice = (name: string, label: string, options: readonly Option[]) => (
    <ChoiceFilter name={name} label={label} options={options} />
  );
  const people = data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <div className={frame} role="group" aria-label="Filter and sort">
      {isOfAll &&
        field(
          "agent",
          "Agent",
          items.map(({ id, name }) => ({ value: id, label: name })),
        )}
      {choice("status", "Status", withCounts(namesOf(threadStatuses, statusNames), counts?.status))}
      {choice("priority", "Priority", withCounts(namesOf(priorities, priorityNames), counts?.priority))}
      {choice(
        "assignee",
        "Assigned to",
        withCounts([{ value: "none", label: "Nobody" }, ...people], counts?.assignees),
      )}
      {choice(
        "team",
        "Team",
        withCounts(
          [
            { value: "none", label: "No team" },
            ...(data?.teams.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ],
          counts?.teams,
        ),
      )}
      {choice(
        "label",
        "Label",
        withCounts(data?.labels.map(({ id, name }) => ({ value: id, label: name })) ?? [], counts?.labels),
      )}
      {data && <FieldFilter fields={data.customFields} />}
      {field(
        "surface",
        "Surface",
        withCounts(
          data?.surfaces.map((value) => ({ value, label: surfaceNames[value] ?? value })) ?? [],
          counts?.surfaces,
        ),
      )}
      {choice(
        "resolution",
        "Outcome",
        withCounts(namesOf(outcomeChoices, outcomeNames), counts?.resolutions),
      )}
      {choice("rating", "Rating", namesOf(ratingChoices, ratingNames))}
      <FigureFilter />
      <PlaceFilters counts={counts} />
      {field("verified", "Visitor", [
        { value: "true", label: "Verified" },
        { value: "false", label: "Not verified" },
      ])}
      {field("unread", "Read", [{ value: "true", label: "Unread only" }])}
      <Select
        label="Sort"
        value={query.read("sort") || "newest"}
        options={namesOf(threadSorts, sortNames)}
        onChange={(value) => query.set({ sort: value === "newest" ? null : value }, { replace: true })}
      />
      <PeriodFilter from="since" until="before" label="Active" />
      <PeriodFilter from="begunSince" until="begunBefore" label="Begun" />
      <footer>
        {filterNames.some((name) => query.read(name)) && (
          <Button kind="quiet" size="small" onClick={() => query.set(noFilters)}>
            Clear filters
          </Button>
        )}
        {!isOfAll && (
          <Button kind="quiet" size="small" onClick={() => setAsked("labels")}>
            Manage labels
          </Button>
        )}
        {!isOfAll && mayDo("conversations.manage") && (
          <Button kind="quiet" size="small" onClick={() => setAsked("fields")}>
            Manage fields
          </Button>
        )}
        {!isOfAll && mayDo("conversations.export") && (
          <Button kind="quiet" size="small" onClick={() => setAsked("export")}>
            Export…
          </Button>
        )}
      </footer>
      {asked === "labels" && <ManageLabels place={place} onClose={() => setAsked(null)} />}
      {asked === "fields" && <ManageFields place={place} onClose={() => setAsked(null)} />}
      {asked === "export" && <ExportThreads place={place} view={view} onClose={() => setAsked(null)} />}
    </div>
  );
}

function namesOf<Value extends string>(values: readonly Value[], names: Record<Value, string>): Option[] {
  return values.map((value) => ({ value, label: names[value] }));
}

const frame = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px 10px;
  max-height: 46vh;
  padding: 4px;
  margin: -4px;
  overflow-y: auto;
  @container list (min-width: 641px) {
    grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  }
  & label {
    font-size: var(--ph-text-xs);
  }
  & select,
  & input {
    width: 100%;
    min-width: 0;
    min-height: 32px;
    padding-block: 3px;
    font-size: var(--ph-text-s);
  }
  & > footer {
    display: flex;
    flex-wrap: wrap;
    grid-column: 1 / -1;
    gap: 2px;
    margin-inline: -4px;
  }
`;
