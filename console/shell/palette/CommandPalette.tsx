import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Search } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import type { ConsoleRoute } from "../../guards/route.ts";
import { agents } from "../../state/agents/agents.ts";
import { browser } from "../../state/platform/browser.ts";
import { inLastLayout } from "../../state/conversations/inbox/inboxLayout.ts";
import { closeOverlay } from "../../state/shell/menu.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { organization } from "../../state/accounts/organization.ts";
import { Sheet } from "../Sheet.tsx";
import type { Command } from "./command.ts";
import { CommandList } from "./CommandList.tsx";
import { listCommands, readFinding } from "./listCommands.tsx";
import { noteUse, readRecent } from "./recent.ts";
import { searchCommands } from "./searchCommands.ts";
import { useFound } from "./useFound.tsx";

interface CommandPaletteProps {
  routes: readonly ConsoleRoute[];
  path: string;
}

/**
 * Goes anywhere and does anything by typing. The field is a combobox: the focus stays in it, arrows move along the list,
 * and what is current is told by `aria-activedescendant`.
 */
export function CommandPalette({ routes, path }: CommandPaletteProps): ReactNode {
  const orgId = useSnapshot(organization)._id ?? "";
  const { items } = useSnapshot(agents);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  // The list of agents is read inside; it is named here so that a change of it redraws.
  const own = useMemo(() => listCommands({ routes, path, orgId }), [routes, path, orgId, items]);
  const named = useFound(readFinding({ routes, path, orgId }), typed);
  const recent = useMemo(() => readRecent(orgId), [orgId]);
  const groups = searchCommands({ commands: [...own, ...named], typed, recent });
  const found = groups.flatMap((group) => group.found);
  const current = Math.min(at, found.length - 1);

  const handleType = (text: string) => {
    setTyped(text);
    setAt(0);
    list.current?.scrollTo?.({ top: 0 });
  };
  const choose = (command: Command, isNewTab = command.isNewTab ?? false) => {
    noteUse(orgId, command.id);
    closeOverlay();
    if (!command.href) command.run?.();
    else if (isNewTab) browser.open(command.href);
    else navigate(inLastLayout(command.href));
  };
  const handleKey = (event: KeyboardEvent) => {
    const chosen = found[current]?.command;
    if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) {
      choose(chosen, event.metaKey || event.ctrlKey ? Boolean(chosen.href) : undefined);
    } else {
      const to = moveTo(event.key, { current, count: found.length });
      if (to === null) return;
      setAt(to);
      showOption(`${id}-${to}`);
    }
    event.preventDefault();
  };
  return (
    <Sheet label="Command palette" from="top" onClose={closeOverlay}>
      <div className={frame} onKeyDown={handleKey}>
        <label className={field}>
          <Search size={18} aria-hidden />
          <span className={visuallyHidden}>Search agents, pages, settings, people and actions</span>
          <input
            type="text"
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
            placeholder="Search pages, settings, people"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            value={typed}
            onChange={(event) => handleType(event.currentTarget.value)}
          />
        </label>
        <div ref={list} className={results}>
          <CommandList id={id} groups={groups} current={current} onPoint={setAt} onChoose={choose} />
          {found.length === 0 && <p>No results for “{typed.trim()}”.</p>}
        </div>
        <p role="status" className={visuallyHidden}>
          {typed && (found.length === 1 ? "1 result" : `${found.length} results`)}
        </p>
      </div>
    </Sheet>
  );
}

function moveTo(key: string, { current, count }: { current: number; count: number }): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return (current - 1 + count) % count;
  if (key === "PageDown") return Math.min(current + 8, count - 1);
  if (key === "PageUp") return Math.max(current - 8, 0);
  return null;
}

function showOption(id: string): void {
  document.getElementById(id)?.scrollIntoView?.({ block: "nearest" });
}

const frame = css`
  display: flex;
  flex-direction: column;
  max-height: inherit;
`;
const field = css`
  position: relative;
  flex: none;
  display: flex;
  align-items: center;
  border-bottom: 1px solid var(--ph-line);
  & > svg {
    position: absolute;
    inset-inline-start: 18px;
    color: var(--ph-text-3);
    pointer-events: none;
  }
  & > input {
    width: 100%;
    min-height: 54px;
    padding: 8px 18px 8px 48px;
    padding-inline: 48px 18px;
    border: 0;
    background: none;
    color: inherit;
    font-size: 16px;
    outline: none;
  }
  & > input::placeholder {
    color: var(--ph-text-3);
    opacity: 1;
  }
`;
const results = css`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: 6px;
  scroll-padding-block: 34px 8px;
  & > p {
    padding: 28px 16px;
    color: var(--ph-text-2);
    text-align: center;
    overflow-wrap: anywhere;
  }
`;
