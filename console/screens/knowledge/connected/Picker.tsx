import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { ChosenItem } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import type { Pickable } from "../../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { SearchField } from "../../../parts/SearchField.tsx";
import { connectWords } from "./connectWords.ts";
import { PickRow, rowKey } from "./PickRow.tsx";
import { useShelf } from "./useShelf.ts";

interface PickerProps {
  provider: ConnectionProvider;
  connectionId: string;
  chosen: readonly ChosenItem[];
  /** It stands where the focus was. */
  takesFocus: boolean;
  onChange: (chosen: ChosenItem[]) => void;
  /** The provider refuses the access. */
  onLost: () => void;
}

const mostChosen = 200;

/**
 * Walks through an account and chooses in it: by mouse, or by the arrow keys, of which right opens and left goes back. What
 * lies in something that was chosen is chosen with it.
 */
export function Picker(props: PickerProps): ReactNode {
  const { provider, connectionId, chosen, takesFocus, onChange, onLost } = props;
  const [path, setPath] = useState<Pickable[]>([]);
  const [search, setSearch] = useState("");
  const last = path.at(-1);
  const inside = last && !search ? `${last.type}:${last.id}` : "";
  const { shelf, error, isReading, retry, more } = useShelf({ provider, connectionId, inside, search });
  const list = useRef<HTMLUListElement>(null);
  const crumbBar = useRef<HTMLElement>(null);
  /** Where the focus goes once the next place is read: to the row of this id, else to the first. */
  const cameFrom = useRef<string | null>(takesFocus ? "" : null);
  const words = connectWords[provider];
  const ids = new Set(chosen.map(({ id }) => id));
  const above = search ? undefined : path.find(({ id }) => ids.has(id));

  const tellLost = useEffectEvent(onLost);
  useEffect(() => {
    if (error?.code === "conflict") tellLost();
  }, [error]);

  // The row that was opened is gone, and the focus with it.
  useEffect(() => {
    if (cameFrom.current === null || !shelf) return;
    const rows = rowsOf(list.current);
    const back = shelf.items.findIndex(({ id }) => id === cameFrom.current);
    cameFrom.current = null;
    (rows[back] ?? rows[0] ?? crumbBar.current?.querySelector<HTMLElement>("button:last-of-type"))?.focus();
  }, [shelf]);

  const go = (next: Pickable[]) => {
    cameFrom.current = path[next.length]?.id ?? "";
    setSearch("");
    setPath(next);
  };
  const open = (item: Pickable) => go([...(search ? [] : path), item]);
  const toggle = ({ id, name, type }: Pickable) => {
    if (ids.has(id)) onChange(chosen.filter((one) => one.id !== id));
    else if (type !== "place" && chosen.length < mostChosen)
      onChange([...chosen, { id, name, type } as ChosenItem]); // of the types that its own provider gives
  };
  const handleKey = (event: KeyboardEvent) => {
    const rows = rowsOf(list.current);
    const at = rows.findIndex((row) => row === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
    else if (event.key === "ArrowLeft" && path.length > 0) go(path.slice(0, -1));
    else if (event.key === "ArrowRight" && shelf?.items[at] && opens(shelf.items[at])) open(shelf.items[at]);
    else return;
    event.preventDefault();
  };

  return (
    <section className={frame} aria-label={`Choose from ${words.label}`}>
      <SearchField label={words.search} value={search} onChange={setSearch} />
      <nav ref={crumbBar} aria-label="Current location" className={crumbs}>
        {[null, ...(search ? [] : path)].map((place, at, all) =>
          at === all.length - 1 && !search ? (
            <span key={place?.id ?? ""} aria-current="location">
              {place?.name ?? words.top}
            </span>
          ) : (
            <button key={place?.id ?? ""} type="button" onClick={() => go(path.slice(0, at))}>
              {place?.name ?? words.top}
            </button>
          ),
        )}
        {search && <span aria-current="location">Search results</span>}
      </nav>
      <div className={box} aria-busy={isReading}>
        {error && error.code !== "conflict" && <ErrorNotice error={error} onRetry={retry} />}
        {!shelf && isReading && <Skeleton height="176px" />}
        {shelf && shelf.items.length === 0 && <p>{describeEmpty(provider, search)}</p>}
        {shelf && shelf.items.length > 0 && (
          <ul ref={list} onKeyDown={handleKey}>
            {shelf.items.map((item) => (
              <PickRow
                key={`${item.type} ${item.id}`}
                item={item}
                isChosen={ids.has(item.id)}
                chosenWith={above?.name}
                onToggle={() => toggle(item)}
                onOpen={opens(item) ? () => open(item) : undefined}
              />
            ))}
          </ul>
        )}
        {shelf?.next && (
          <Button size="small" isBusy={isReading} onClick={more}>
            Show more
          </Button>
        )}
      </div>
    </section>
  );
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(`[${rowKey}]`) ?? [])];
}

function opens({ type }: Pickable): boolean {
  return type !== "file";
}

function describeEmpty(provider: ConnectionProvider, search: string): string {
  if (/^https?:/i.test(search)) return "This account can’t open that link.";
  if (search) return `No results for “${search}”.`;
  return provider === "notion"
    ? "Nothing is shared with this connection. In Notion, give it access in a page’s menu."
    : "No readable files here.";
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
`;
const crumbs = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-width: 0;
  font-size: var(--ph-text-s);
  & > * + *::before {
    content: "/";
    padding-inline: 7px;
    color: var(--ph-text-3);
  }
  & > span {
    font-weight: 600;
  }
  & > button {
    padding: 2px 0;
    border: 0;
    background: none;
    color: var(--ph-accent-text);
    font: inherit;
    cursor: pointer;
  }
  & > button:focus-visible {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
`;
const box = css`
  display: grid;
  align-content: start;
  justify-items: stretch;
  gap: 8px;
  height: 264px;
  padding: 6px;
  overflow-y: auto;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > p {
    padding: 24px;
    color: var(--ph-text-2);
    text-align: center;
  }
  & > ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > button {
    justify-self: center;
  }
`;
