import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { loadSourcePages, sourcePages } from "../../state/knowledge/sourceDetail.ts";
import { Listing, Rows } from "./Listing.tsx";
import { PageRow } from "./PageRow.tsx";
import type { SourcePlace } from "./sourcePlace.ts";
import { isRunning } from "./sourceWords.ts";

interface PageListProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** The pages of a source: searched, filtered by state, with the reason of each that failed. */
export function PageList({ source, place, mayChange }: PageListProps): ReactNode {
  const resource = useSnapshot(sourcePages);
  const query = useQuery();
  const { orgId, agentId, sourceId } = place;
  const search = query.read("search");
  const status = states.find((one) => one === query.read("status"));
  const sort = sorts.find(({ value }) => value === query.read("sort"))?.value ?? "title";
  const page = Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);
  // What a sync stores shows as it comes: its counts stand for it.
  const progress = JSON.stringify([source.counts, source.status, source.lastRun?.counts.indexed]);

  useEffect(() => {
    void loadSourcePages({ orgId, agentId, sourceId }, { search, status, sort, page });
  }, [orgId, agentId, sourceId, search, status, sort, page, progress, tries]);

  const isFiltered = search !== "" || status !== undefined;
  return (
    <Listing
      bar={
        <>
          <SearchField
            label="Search pages"
            value={search}
            onChange={(text) => query.set({ search: text, page: null }, { replace: true })}
          />
          <FilterLinks
            label="Filter pages"
            value={status ?? ""}
            options={[
              { value: "", label: "All" },
              { value: "ready", label: "Read" },
              { value: "failed", label: "Failed", count: source.counts.failed },
              { value: "off", label: "Off" },
              { value: "edited", label: "Edited" },
            ]}
            linkTo={(value) => query.link({ status: value, page: null })}
          />
          <select
            aria-label="Sort pages"
            className={cx(controlStyle, order)}
            value={sort}
            onChange={({ currentTarget: { value } }) =>
              query.set({ sort: value === "title" ? null : value, page: null })
            }
          >
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </>
      }
    >
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="240px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <Rows label="Pages" nothing={describeNothing(source, isFiltered)} page={data.page}>
            {data.items.map((one) => (
              <PageRow
                key={one.id}
                page={one}
                place={place}
                kind={source.config.kind}
                mayChange={mayChange}
              />
            ))}
          </Rows>
        )}
      </Loaded>
    </Listing>
  );
}

const states = ["ready", "failed", "off", "edited"] as const;

const sorts = [
  { value: "title", label: "By title" },
  { value: "changed", label: "Last changed" },
  { value: "cited", label: "Most cited" },
  { value: "found", label: "Most found" },
  { value: "characters", label: "Longest" },
] as const;

function describeNothing({ lastRun }: ShownSource, isFiltered: boolean): string {
  if (isFiltered) return "No pages match your search and filter.";
  return isRunning(lastRun) ? "Pages appear here as they’re read." : "No pages.";
}

const order = css`
  width: auto;
  min-height: 36px;
  margin-inline-start: auto;
  padding-block: 5px;
  @media (max-width: 480px) {
    flex: 1 0 100%;
  }
`;
