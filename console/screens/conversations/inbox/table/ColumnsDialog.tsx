import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../../shared/ui/style/visuallyHidden.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import {
  listColumns,
  moveColumn,
  resetColumns,
  showColumn,
  threadTable,
} from "../../../../state/conversations/inbox/threadTable.ts";
import { nameColumn } from "./columns.ts";

/** Which columns the table has beside the visitor's, and in which order; each change shows behind it at once. */
export function ColumnsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { data } = useSnapshot(inboxFilters);
  const viewId = useQuery().read("view");
  const view = data?.views.find(({ id }) => id === viewId);
  const fields = data?.customFields ?? [];
  const fieldKeys = fields.map(({ key }) => key);
  const columns = listColumns(useSnapshot(threadTable), fieldKeys);
  const { list, follow } = useFocusOnMoved(columns.map(({ id }) => id).join());
  const [said, setSaid] = useState("");
  const move = (id: string, step: 1 | -1) => {
    const place = columns.findIndex((column) => column.id === id) + step + 1;
    follow(id, step);
    moveColumn(fieldKeys, id, step);
    setSaid(`${nameColumn(id, fields)}, column ${place} of ${columns.length}`);
  };
  return (
    <Dialog
      title="Columns"
      width={440}
      onClose={onClose}
      actions={
        <>
          <Button onClick={resetColumns}>Reset</Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>
          The visitor comes first, then these,{" "}
          {view?.table ? `while the view “${view.name}” is open.` : "for this browser."}
          {view?.table && view.mayChange && " To save them for everyone, use the view’s menu."}
        </p>
        <p role="status" className={visuallyHidden}>
          {said}
        </p>
        <ol ref={list}>
          {columns.map(({ id, isShown }, index) => {
            const name = nameColumn(id, fields);
            return (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    autoFocus={index === 0}
                    checked={isShown}
                    onChange={(event) => showColumn(fieldKeys, id, event.currentTarget.checked)}
                  />
                  <bdi>{name}</bdi>
                </label>
                <IconButton
                  label={`Move ${name} up`}
                  size="small"
                  disabled={index === 0}
                  data-move={`${id} -1`}
                  onClick={() => move(id, -1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={`Move ${name} down`}
                  size="small"
                  disabled={index === columns.length - 1}
                  data-move={`${id} 1`}
                  onClick={() => move(id, 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ol>
      </div>
    </Dialog>
  );
}

/** A row that is moved takes the focus off its own button: it comes back to it, at an end to the one that leads away from there. */
function useFocusOnMoved(order: string) {
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; step: 1 | -1 } | null>(null);
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, step } = moved.current;
    moved.current = null;
    const find = (way: number) =>
      [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])].find(
        (button) => button.dataset["move"] === `${id} ${way}`,
      );
    const same = find(step);
    (same?.disabled ? find(-step) : same)?.focus();
  }, [order]);
  return { list, follow: (id: string, step: 1 | -1) => (moved.current = { id, step }) };
}

const body = css`
  & > ol {
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    align-items: center;
    min-height: 42px;
    border-top: 1px solid var(--ph-line);
  }
  & label {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 10px;
    min-width: 0;
    min-height: 40px;
    color: var(--ph-text);
    cursor: pointer;
  }
  & bdi {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & input {
    flex: none;
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
