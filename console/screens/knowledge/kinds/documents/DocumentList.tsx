import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { documentStates } from "../../../../../shared/domain/documents.ts";
import { organizationItself } from "../../../../../shared/domain/sharedSources.ts";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { FilterLinks } from "../../../../parts/FilterLinks.tsx";
import { Loaded } from "../../../../parts/Loaded.tsx";
import { SearchField } from "../../../../parts/SearchField.tsx";
import { useQuery } from "../../../../parts/useQuery.ts";
import type { ShownSource } from "../../../../state/knowledge/dataSources.ts";
import { documents, loadDocuments } from "../../../../state/knowledge/documents.ts";
import { DocumentRow } from "./DocumentRow.tsx";
import { Listing, Rows } from "../../Listing.tsx";
import { PushExample } from "./PushExample.tsx";
import type { SourcePlace } from "../../sourcePlace.ts";
import { ZoneLine } from "../../ZoneLine.tsx";

interface DocumentListProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** What programs pushed into a source: searched, filtered by state, deleted; and how to push. */
export function DocumentList({ source, place, mayChange }: DocumentListProps): ReactNode {
  const resource = useSnapshot(documents);
  const query = useQuery();
  const { orgId, agentId, sourceId } = place;
  const search = query.read("search");
  const state = documentStates.find((one) => one === query.read("status"));
  const page = Math.max(1, Number(query.read("page")) || 1);
  const [tries, setTries] = useState(0);
  // What a run reads shows as it comes: its counts stand for it.
  const progress = JSON.stringify([source.counts, source.status, source.lastRun?.counts, source.updatedAt]);

  useEffect(() => {
    void loadDocuments({ orgId, agentId, sourceId }, { search, state, page });
  }, [orgId, agentId, sourceId, search, state, page, progress, tries]);

  const isFiltered = search !== "" || state !== undefined;
  const isOurs = resource.data?.of === sourceId;
  const isBlank = isOurs && resource.data?.page.total === 0 && !isFiltered;
  return (
    <Listing
      bar={
        !isBlank && (
          <>
            <SearchField
              label="Search documents"
              value={search}
              onChange={(text) => query.set({ search: text, page: null }, { replace: true })}
            />
            <FilterLinks
              label="Filter documents"
              value={state ?? ""}
              options={[
                { value: "", label: "All" },
                { value: "ready", label: "Ready" },
                { value: "waiting", label: "Waiting" },
                { value: "failed", label: "Failed", count: source.counts.failed },
              ]}
              linkTo={(value) => query.link({ status: value, page: null })}
            />
          </>
        )
      }
    >
      {mayChange && isOurs && <PushExample key={String(isBlank)} place={place} isOpen={isBlank} />}
      {mayChange && agentId !== organizationItself && <ZoneLine place={place} />}
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="240px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <Rows
            label="Documents"
            nothing={isFiltered ? "No documents match your search and filter." : "No documents yet."}
            page={data.page}
          >
            {data.items.map((one) => (
              <DocumentRow key={one.id} document={one} place={place} mayChange={mayChange} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Listing>
  );
}
