import { useEffect, useRef, useState } from "react";
import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { CollectionColumn } from "../../../../shared/contract/collections/collections.ts";
import { maxRowsAtOnce, readCell, writeCell } from "../../../../shared/domain/collections.ts";
import type { Cell } from "../../../../shared/domain/collections.ts";
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
import { changeRows, collectionRows, deleteRows, loadMoreRows } from "../../../state/actions/collections.ts";
import type { CollectionPlace, RowsWanted } from "../../../state/actions/collections.ts";
import { CellEditor } from "./CellEditor.tsx";

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

interface Place {
  row: number;
  column: number;
}

/** The rows as a grid: arrows go from cell to cell, Enter changes one, Escape leaves it as it was. */
export function RowGrid(props: RowGridProps): ReactNode {
  const { place, columns, wanted, mayChange, onSort, onRead, onCounted, onAdd, onImport } = props;
  const resource = useSnapshot(collectionRows);
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isRemoving, setIsRemoving] = useState(false);
  const saving = useAction((rows: { id: number; values: Record<string, Cell | null> }[]) =>
    changeRows(place, rows),
  );
  const more = useAction(() => loadMoreRows(place, wanted));
  useEffect(() => void onRead(), [onRead]);

  const data = resource.data?.of === place.collectionId ? resource.data : null;
  const items = data?.items ?? [];
  const go = (to: Place) => {
    const next = {
      row: Math.max(0, Math.min(items.length - 1, to.row)),
      column: Math.max(0, Math.min(columns.length - 1, to.column)),
    };
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus();
  };
  const begin = (text: string) => {
    if (!mayChange) return;
    setProblem(null);
    setTyped(text);
  };
  const save = async (text: string, then: Place) => {
    const [column, row] = [columns[at.column], items[at.row]];
    if (!column || !row) return;
    const read = readCell(column, text);
    if ("problem" in read) return setProblem(read.problem);
    if (read.cell === null && column.required) return setProblem("Field is required");
    const isSame = (row.values[column.id] ?? null) === read.cell;
    if (isSame || (await saving.run([{ id: row.id, values: { [column.id]: read.cell } }]))) {
      setTyped(null);
      setProblem(null);
      go(then);
    }
  };
  const handleKey = (event: KeyboardEvent<HTMLTableElement>) => {
    if (typed !== null || !(event.target instanceof HTMLElement) || !event.target.dataset["at"]) return;
    const step = steps[event.key];
    const row = items[at.row];
    const column = columns[at.column];
    if (event.key === "Home") go({ ...at, column: 0 });
    else if (event.key === "End") go({ ...at, column: columns.length - 1 });
    else if (step) go({ row: at.row + step.row, column: at.column + step.column });
    else if (!row || !column || !mayChange) return;
    else if (event.key === "Enter" || event.key === "F2") begin(writeCell(row.values[column.id]));
    else if (event.key === "Delete" || event.key === "Backspace") void save("", at);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) begin(event.key);
    else return;
    event.preventDefault();
  };
  const handlePaste = (event: ClipboardEvent<HTMLTableElement>) => {
    if (typed !== null || !mayChange) return;
    event.preventDefault();
    const lines = event.clipboardData
      .getData("text/plain")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    const rows = lines.slice(0, maxRowsAtOnce).flatMap((line, down) => {
      const row = items[at.row + down];
      const cells = line.split("\t").flatMap((text, right) => {
        const column = columns[at.column + right];
        return column ? [[column.id, text] as const] : [];
      });
      return row ? [{ id: row.id, values: Object.fromEntries(cells) }] : [];
    });
    if (rows.length > 0) void saving.run(rows);
  };

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
          <Card>
            {wanted.filters.length > 0 ? (
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
                onKeyDown={handleKey}
                onPaste={handlePaste}
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
                    <tr key={row.id} aria-selected={chosen.includes(row.id)}>
                      <th scope="row">
                        <label>
                          {mayChange && (
                            <input
                              type="checkbox"
                              aria-label={`Select row ${row.id}`}
                              checked={chosen.includes(row.id)}
                              onChange={({ currentTarget: { checked } }) =>
                                setChosen(
                                  checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id),
                                )
                              }
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
                                onSave={(text, by) =>
                                  void save(text, { row: rowAt + by.row, column: columnAt + by.column })
                                }
                                onCancel={() => {
                                  setTyped(null);
                                  go(at);
                                }}
                              />
                            ) : (
                              <span>{writeCell(row.values[column.id])}</span>
                            )}
                          </td>
                        );
                      })}
                    </tr>
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

const steps: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

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
