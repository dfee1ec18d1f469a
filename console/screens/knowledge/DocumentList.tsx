import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { documentStates } from "../../../shared/domain/documents.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import type { ShownSource } from "../../state/dataSources.ts";
import { documents, loadDocuments } from "../../state/documents.ts";
import { DocumentRow } from "./DocumentRow.tsx";
import { PushExample } from "./PushExample.tsx";
import type { SourcePlace } from "./SourceDetail.tsx";

interface DocumentListProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** What programs pushed into a source: searched, filtered by state, deleted; and how to push. */
export default function DocumentList({ source, place, mayChange }: DocumentListProps): ReactNode {
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
    <div className={frame}>
      {mayChange && isOurs && <PushExample key={String(isBlank)} place={place} isOpen={isBlank} />}
      {!isBlank && (
        <div className={bar}>
          <SearchField
            label="Search documents"
            value={search}
            onChange={(text) => query.set({ search: text, page: null }, { replace: true })}
          />
          <FilterLinks
            label="State of documents"
            value={state ?? ""}
            options={[
              { value: "", label: "All" },
              { value: "ready", label: "Ready" },
              { value: "waiting", label: "Waiting" },
              { value: "failed", label: "Failed", count: source.counts.failed },
            ]}
            linkTo={(value) => query.link({ status: value, page: null })}
          />
        </div>
      )}
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="240px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) =>
          data.items.length === 0 ? (
            <p className={nothing}>
              {isFiltered ? "No document fits the search and the filter." : "No documents yet."}
            </p>
          ) : (
            <>
              <ul className={list} aria-label="Documents">
                {data.items.map((one) => (
                  <DocumentRow key={one.id} document={one} place={place} mayChange={mayChange} />
                ))}
              </ul>
              <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 16px;
`;
const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
`;
const nothing = css`
  padding: 32px 16px;
  text-align: center;
  color: var(--ph-text-2);
`;
