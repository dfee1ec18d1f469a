import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Download, Pencil, Plus, Trash2, Upload } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Collection, RowFilter } from "../../../../shared/contract/collections/collections.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { BackLink } from "../../../parts/BackLink.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { saveFile } from "../../../parts/saveFile.ts";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import {
  deleteCollection,
  loadCollection,
  loadRows,
  openCollection,
  readCsv,
} from "../../../state/actions/collections.ts";
import type { CollectionPlace, RowsWanted } from "../../../state/actions/collections.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { collectionPath, describeRights } from "./collectionWords.ts";
import { FilterBar } from "./FilterBar.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { RowGrid } from "./RowGrid.tsx";
import { CollectionDialog, ImportDialog, RowDialog } from "../overlays.ts";

/** One collection: what the agent may do with it, and its rows. */
export function CollectionView({ place }: { place: CollectionPlace }): ReactNode {
  const { orgId, agentId, collectionId } = place;
  const resource = useSnapshot(openCollection);
  const read = useCallback(
    () => loadCollection({ orgId, agentId, collectionId }),
    [orgId, agentId, collectionId],
  );
  useEffect(() => void read(), [read]);
  const isOurs = resource.data?.of === collectionId;
  return (
    <div className={frame}>
      <BackLink href={collectionPath(place)}>All data collections</BackLink>
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        needs="collections.read"
        onRetry={() => void read()}
        skeleton={<Skeleton height="320px" />}
      >
        {({ collection }) => <Open place={place} collection={collection} onChanged={read} />}
      </Loaded>
    </div>
  );
}

interface OpenProps {
  place: CollectionPlace;
  collection: Snapshot<Collection>;
  onChanged: () => Promise<void>;
}

function Open({ place, collection, onChanged }: OpenProps): ReactNode {
  const query = useQuery();
  const [asking, setAsking] = useState<"change" | "remove" | "row" | "import" | null>(null);
  const mayChange = mayDo("collections.update");
  const { name, description, rows, agentMay, visitorColumn, columns } = collection;
  const [given, sort, order] = [query.read("filters"), query.read("sort"), query.read("order")];
  const wanted = useMemo<RowsWanted>(
    () => ({
      filters: readFilters(given, columns),
      sort: columns.some(({ id, searchable }) => id === sort && searchable) ? sort : null,
      isDescending: order === "desc",
    }),
    [given, sort, order, columns],
  );
  const readAgain = useCallback(() => loadRows(place, wanted), [place.collectionId, wanted]);
  const exporting = useAction(async () => saveFile(`${name}.csv`, await readCsv(place), "text/csv"));
  const refresh = async () => {
    await Promise.all([onChanged(), readAgain()]);
  };
  const setWanted = (change: Partial<RowsWanted>) => {
    const next = { ...wanted, ...change };
    query.set({
      filters: next.filters.length > 0 ? JSON.stringify(next.filters) : null,
      sort: next.sort,
      order: next.isDescending ? "desc" : null,
    });
  };
  const close = () => setAsking(null);
  return (
    <>
      <header className={head}>
        <div>
          <h2>{name}</h2>
          {description && <p>{description}</p>}
          <span className={facts}>
            <span>{describeCount(rows, "row")}</span>
            <Badge tone={agentMay.read || agentMay.add ? "success" : "neutral"}>
              {describeRights(agentMay)}
            </Badge>
            {visitorColumn && <Badge>Visitor's own rows</Badge>}
          </span>
        </div>
        <div className={actions}>
          {mayChange && (
            <>
              <Button icon={<Upload size={16} aria-hidden />} onClick={() => setAsking("import")}>
                Import
              </Button>
              <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setAsking("row")}>
                Add row
              </Button>
            </>
          )}
          <RowMenu
            label={`Actions for ${name}`}
            actions={[
              ...(mayChange
                ? [
                    {
                      label: "Columns and rights",
                      icon: <Pencil size={16} aria-hidden />,
                      onChoose: () => setAsking("change"),
                    },
                  ]
                : []),
              {
                label: "Export CSV",
                icon: <Download size={16} aria-hidden />,
                onChoose: () => void exporting.run(),
              },
              ...(mayChange
                ? [
                    {
                      ...{
                        label: "Delete collection",
                        icon: <Trash2 size={16} aria-hidden />,
                        isDanger: true,
                      },
                      onChoose: () => setAsking("remove"),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </header>
      {exporting.error && <ErrorNotice title="The rows were not exported." error={exporting.error} />}
      <ImportProgress place={place} collection={collection} onEnded={refresh} />
      <FilterBar columns={columns} filters={wanted.filters} onChange={(filters) => setWanted({ filters })} />
      <RowGrid
        key={place.collectionId}
        {...{ place, columns, wanted, mayChange }}
        onSort={(sorted) => setWanted(sorted)}
        onRead={readAgain}
        onCounted={onChanged}
        onAdd={() => setAsking("row")}
        onImport={() => setAsking("import")}
      />
      <Suspense>
        {asking === "change" && <CollectionDialog place={place} collection={collection} onClose={close} />}
        {asking === "row" && <RowDialog place={place} columns={columns} onAdded={refresh} onClose={close} />}
        {asking === "import" && (
          <ImportDialog place={place} collection={collection} onStarted={onChanged} onClose={close} />
        )}
      </Suspense>
      {asking === "remove" && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete collection"
          onConfirm={async () => {
            await deleteCollection(place);
            showToast("Collection deleted");
            navigate(collectionPath(place));
          }}
          onClose={close}
        >
          {rows === 0
            ? "The agent can no longer use it."
            : `Its ${describeCount(rows, "row")} are deleted with it.`}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The filters of an address, as far as they fit the columns of today. */
function readFilters(text: string, columns: Snapshot<Collection>["columns"]): RowFilter[] {
  try {
    const filters = JSON.parse(text || "[]") as RowFilter[]; // the server looks at each
    return filters.filter(({ column }) => columns.some(({ id, searchable }) => id === column && searchable));
  } catch {
    return [];
  }
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 12px 24px;
  & > div:first-child {
    display: grid;
    gap: 4px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & h2 {
    font-size: 1.125rem;
    font-weight: 600;
  }
  & p {
    max-width: 68ch;
    color: var(--ph-text-2);
  }
`;
const facts = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  color: var(--ph-text-2);
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
`;
