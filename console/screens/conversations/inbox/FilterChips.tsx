import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { X } from "lucide-react";
import { Link } from "wouter";
import { readChoices } from "../../../../shared/domain/choiceFilter.ts";
import { readFieldFilter } from "../../../../shared/domain/fieldFilter.ts";
import { readLastDays } from "../../../../shared/domain/lastDays.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { surfaceNames } from "../../../parts/surfaceNames.ts";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { agents } from "../../../state/agents/agents.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { outcomeNames, ratingNames, sortNames, statusNames } from "./choiceNames.ts";
import { priorityNames } from "./filters.ts";
import { nameOfCode } from "./nameOfCode.ts";
import { useListFilters } from "./useListFilters.ts";

interface Chip {
  /** What it stands for in the address: all of it goes with the chip. */
  names: readonly string[];
  label: string;
  text: string;
}

/** The filters that are set, in words; each is taken off by itself. */
export function FilterChips({ place }: { place: AgentPlace }): ReactNode {
  const query = useQuery();
  const kept = useKeptFocus<HTMLUListElement>();
  const filters = useListFilters(place);
  const { items } = useSnapshot(agents);
  const chips = listChips(query.read, { filters, agents: items });
  if (chips.length === 0) return null;
  return (
    <ul {...kept} className={frame} aria-label="Filters">
      {chips.map(({ names, label, text }) => (
        <li key={label}>
          <span>{label}</span> <bdi>{text}</bdi>
          <Link
            href={query.link(Object.fromEntries(names.map((name) => [name, null])))}
            aria-label={`Remove filter ${label}: ${text}`}
          >
            <X size={14} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface Known {
  filters: ReturnType<typeof useListFilters>;
  agents: readonly Snapshot<{ id: string; name: string }>[];
}

function listChips(read: (name: string) => string, { filters, agents: known }: Known): Chip[] {
  const named =
    (list: readonly { id: string; name: string }[] | undefined, none = "None") =>
    (id: string) =>
      id === "none" ? none : (list?.find((one) => one.id === id)?.name ?? id);
  const choice = (name: string, label: string, nameOf: (value: string) => string): Chip | null => {
    const { isNot, values } = readChoices(read(name));
    if (values.length === 0) return null;
    return {
      names: [name],
      label,
      text: (isNot ? "not " : "") + values.map(nameOf).join(isNot ? " nor " : " or "),
    };
  };
  const from = (names: Readonly<Record<string, string>>) => (value: string) => names[value] ?? value;
  const ofPlace = (type: "region" | "language") => (code: string) =>
    code === "none" ? "not known" : nameOfCode(code, type);
  const field = readFieldFilter(read("field"));
  const fieldName = filters?.customFields.find(({ key }) => key === field?.key)?.name ?? field?.key ?? "";
  const sort = read("sort");
  const chips: (Chip | null)[] = [
    choice("agent", "Agent", named(known)),
    choice("status", "Status", from(statusNames)),
    choice("priority", "Priority", from(priorityNames)),
    choice("assignee", "Assigned to", named(filters?.people, "Nobody")),
    choice("team", "Team", named(filters?.teams, "No team")),
    choice("label", "Label", named(filters?.labels)),
    field && { names: ["field"], label: fieldName, text: describeField(field) },
    choice("surface", "Surface", from(surfaceNames)),
    choice("resolution", "Outcome", from(outcomeNames)),
    choice("rating", "Rating", from(ratingNames)),
    choice("country", "Country", ofPlace("region")),
    choice("language", "Language", ofPlace("language")),
    choice("verified", "Visitor", (value) => (value === "true" ? "Verified" : "Not verified")),
    choice("unread", "Read", () => "Unread only"),
    period(read, { from: "since", until: "before", label: "Active" }),
    period(read, { from: "begunSince", until: "begunBefore", label: "Begun" }),
    sort ? { names: ["sort"], label: "Sort", text: from(sortNames)(sort) } : null,
  ];
  return chips.filter((chip) => chip !== null);
}

function describeField({ isNot, value }: { isNot: boolean; value: string | null }): string {
  if (value === null) return isNot ? "not set" : "set";
  return isNot ? `not ${value}` : value;
}

function period(
  read: (name: string) => string,
  { from, until, label }: { from: string; until: string; label: string },
): Chip | null {
  const [start, end] = [read(from), read(until)];
  const days = readLastDays(start);
  if (!start && !end) return null;
  const text = days
    ? `last ${days} days`
    : [start && `from ${start}`, end && `until ${end}`].filter(Boolean).join(" ");
  return { names: [from, until], label, text };
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    max-width: 100%;
    min-height: 28px;
    padding-inline-start: 10px;
    border-radius: 20px;
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-size: var(--ph-text-s);
    font-weight: 500;
  }
  & > li > span {
    flex: none;
    font-weight: 400;
  }
  & bdi {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & a {
    display: grid;
    place-items: center;
    flex: none;
    width: 28px;
    height: 28px;
    border-radius: 50%;
    color: inherit;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  @media (pointer: coarse) {
    & > li {
      min-height: 40px;
    }
    & a {
      width: 40px;
      height: 40px;
    }
  }
`;
