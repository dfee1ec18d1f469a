import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { CollectionColumn, CollectionRow } from "../../../../shared/contract/collections/collections.ts";
import { maxRowsAtOnce, writeCell } from "../../../../shared/domain/collections.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { describeCount, describeNumber } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { collectionRows, deleteRows, loadMoreRows } from "../../../state/actions/collections.ts";
import type { CollectionPlace, RowsWanted } from "../../../state/actions/collections.ts";
import { CellEditor } from "./CellEditor.tsx";
import { useGridCells } from "./useGridCells.ts";

interface RowGridProps {
  place: CollectionPlace;
  columns: readonly Snapshot<CollectionColumn>[];
  wanted: RowsWanted;
  mayChange: boolean;
  onSort: (sort: Pick<RowsWanted, "sort" | "isDescending">) => void;
  onRead: () => Promise<void>;
  /** There are fewer rows than before. */
  onCounted: () => Promise<void>;
  onAdd: () => void;
  onImport: () => void;
}

/** The rows as a grid: arrows go from cell to cell, Enter changes one, Escape leaves it as it was. */
export function RowGrid(props: RowGridProps): ReactNode {
  const { place, columns, wanted, mayChange, onSort, onRead, onCounted, onAdd, onImport } = props;
  const resource = useSnapshot(collectionRows);
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isRemoving, setIsRemoving] = useState(false);
  const more = useAction(() => loadMoreRows(place, wanted));
  useEffect(() => void onRead(), [onRead]);

  const data = resource.data?.of === place.collectionId ? resource.data : null;
  const items = data?.items ?? [];
  const cells = useGridCells({ grid, place, columns, items, mayChange });
  const { saving } = cells;
  const fault = saving.error?.fields[0]?.message;
  return (
    <Loaded
      resource={{ ...resource, data }}
      needs="collections.read"
      onRetry={() => void onRead()}
      skeleton={<Skeleton height="260px" />}
    >
      {({ items: rows, total, isAtLeast, next }) =>
        rows.length === 0 ? (
          <NoRows isNarrowed={wanted.filters.length > 0} {...{ mayChange, onAdd, onImport }} />
        ) : (
          <>
            <div className={bar}>
              <span>
                {describeNumber(total)}
                {isAtLeast ? "+" : ""} {total === 1 ? "row" : "rows"}
                {rows.length < total && `, ${describeNumber(rows.length)} shown`}
              </span>
              {chosen.length > 0 && (
                <Button size="small" kind="danger" onClick={() => setIsRemoving(true)}>
                  Delete {describeCount(chosen.length, "row")}
                </Button>
              )}
            </div>
            {saving.error && (
              <ErrorNotice
                title="The change was not saved."
                error={fault ? { ...saving.error, message: fault, requestId: "" } : saving.error}
              />
            )}
            <div className={scroller}>
              <table
                ref={grid}
                role="grid"
                aria-label="Rows"
                aria-rowcount={isAtLeast ? -1 : total + 1}
                className={table}
                onKeyDown={cells.handleKey}
                onPaste={cells.handlePaste}
              >
                <thead>
                  <tr>
                    <th scope="col">
                      <span>Row</span>
                    </th>
                    {columns.map((column) => (
                      <Head key={column.id} column={column} wanted={wanted} onSort={onSort} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row, rowAt) => (
                    <Row
                      key={row.id}
                      {...{ row, rowAt, columns, cells, mayChange }}
                      isChosen={chosen.includes(row.id)}
                      onChoose={(isChosen) =>
                        setChosen(isChosen ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))
                      }
                    />
                  ))}
                </tbody>
              </table>
            </div>
            {next !== null && (
              <div className={bar}>
                <Button isBusy={more.isBusy} onClick={() => void more.run()}>
                  Show more rows
                </Button>
              </div>
            )}
            {isRemoving && (
              <ConfirmDialog
                title={`Delete ${describeCount(chosen.length, "row")}?`}
                confirmLabel="Delete"
                onConfirm={async () => {
                  await deleteRows(place, [...chosen].slice(0, maxRowsAtOnce));
                  setChosen([]);
                  await Promise.all([onRead(), onCounted()]);
                }}
                onClose={() => setIsRemoving(false)}
              >
                The agent no longer finds them.
              </ConfirmDialog>
            )}
          </>
        )
      }
    </Loaded>
  );
}

interface HeadProps extends Pick<RowGridProps, "wanted" | "onSort"> {
  column: Snapshot<CollectionColumn>;
}

function Head({ column: { id, name, searchable }, wanted, onSort }: HeadProps): ReactNode {
  const isSorted = wanted.sort === id;
  if (!searchable)
    return (
      <th scope="col">
        <span>{name}</span>
      </th>
    );
  const Arrow = wanted.isDescending ? ArrowDown : ArrowUp;
  const next = isSorted && wanted.isDescending ? null : id;
  return (
    <th scope="col" aria-sort={isSorted ? (wanted.isDescending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        onClick={() => onSort({ sort: next, isDescending: isSorted && !wanted.isDescending })}
      >
        {name}
        {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}

interface RowProps extends Pick<RowGridProps, "columns" | "mayChange"> {
  row: Snapshot<CollectionRow>;
  rowAt: number;
  cells: ReturnType<typeof useGridCells>;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** A row's number, by which it is chosen, and its cells, one of which may be open. */
function Row({ row, rowAt, columns, cells, mayChange, isChosen, onChoose }: RowProps): ReactNode {
  const { at, setAt, typed, setTyped, problem, saving, begin, save, cancel } = cells;
  return (
    <tr aria-selected={isChosen}>
      <th scope="row">
        <label>
          {mayChange && (
            <input
              type="checkbox"
              aria-label={`Select row ${row.id}`}
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            />
          )}
          {row.id}
        </label>
      </th>
      {columns.map((column, columnAt) => {
        const isAt = at.row === rowAt && at.column === columnAt;
        const isOpen = isAt && typed !== null;
        return (
          <td
            key={column.id}
            role="gridcell"
            data-at={`${rowAt} ${columnAt}`}
            data-type={column.type}
            tabIndex={isAt && !isOpen ? 0 : -1}
            aria-readonly={!mayChange}
            onFocus={() => typed === null && !isAt && setAt({ row: rowAt, column: columnAt })}
            onDoubleClick={() => !isOpen && begin(writeCell(row.values[column.id]))}
          >
            {isOpen ? (
              <CellEditor
                {...{ column, value: typed, problem, isBusy: saving.isBusy }}
                onChange={setTyped}
                onSave={(text, by) => void save(text, { row: rowAt + by.row, column: columnAt + by.column })}
                onCancel={cancel}
              />
            ) : (
              <span>{writeCell(row.values[column.id])}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface NoRowsProps extends Pick<RowGridProps, "mayChange" | "onAdd" | "onImport"> {
  isNarrowed: boolean;
}

function NoRows({ isNarrowed, mayChange, onAdd, onImport }: NoRowsProps): ReactNode {
  return (
    <Card>
      {isNarrowed ? (
        <EmptyState title="No row matches">Remove a filter to see more rows.</EmptyState>
      ) : (
        <EmptyState
          title="No rows yet"
          action={
            mayChange && (
              <span className={bar}>
                <Button kind="primary" onClick={onImport}>
                  Import a file
                </Button>
                <Button onClick={onAdd}>Add row</Button>
              </span>
            )
          }
        >
          Import a CSV or Excel file, or type the first row.
        </EmptyState>
      )}
    </Card>
  );
}

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 30px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
const scroller = css`
  max-height: 70vh;
  overflow: auto;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
`;
const table = css`
  border-collapse: separate;
  border-spacing: 0;
  min-width: 100%;
  font-size: var(--ph-text-s);
  & th,
  & td {
    height: 36px;
    border-bottom: 1px solid var(--ph-line);
    border-inline-end: 1px solid var(--ph-line);
    text-align: start;
    font-weight: 400;
  }
  & thead th {
    position: sticky;
    top: 0;
    z-index: 2;
    background: var(--ph-sunken);
    color: var(--ph-text-2);
    font-weight: 550;
    white-space: nowrap;
  }
  & thead span,
  & thead button {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    width: 100%;
    min-height: 36px;
    padding: 0 10px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
  }
  & thead button {
    cursor: pointer;
  }
  & thead button:hover {
    color: var(--ph-text);
  }
  & tr > th:first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    width: 1%;
    background: var(--ph-sunken);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & thead th:first-child {
    z-index: 3;
  }
  & label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    padding: 0 10px;
  }
  & label > input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
  & td {
    min-width: 110px;
    max-width: 360px;
    cursor: default;
  }
  & td > span {
    display: -webkit-box;
    padding: 6px 10px;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-clamp: 2;
    overflow-wrap: anywhere;
  }
  & td[data-type="number"] {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  & td:focus {
    outline: 2px solid var(--ph-focus);
    outline-offset: -2px;
  }
  & tr[aria-selected="true"] > * {
    background: var(--ph-accent-soft);
  }
  & tbody tr:last-child > * {
    border-bottom: 0;
  }
`;
