import type { MouseEvent, ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { usableKeys } from "../../state/shell/shortcutKeys.ts";
import { Keys } from "../shortcuts/Keys.tsx";
import type { Command } from "./command.ts";
import type { FoundCommand, FoundGroup } from "./searchCommands.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

interface CommandListProps {
  /** Begins the ids of the options: the list's number follows. */
  id: string;
  groups: readonly FoundGroup[];
  current: number;
  onPoint: (at: number) => void;
  onChoose: (command: Command) => void;
}

/** What the palette found. Pages are real links, so that they can be opened in another tab. */
export function CommandList({ id, groups, current, onPoint, onChoose }: CommandListProps): ReactNode {
  let count = 0;
  return (
    <div role="listbox" id={`${id}-list`} aria-label="Results" className={list}>
      {groups.map(({ title, found }) => {
        const options = found.map((one) => {
          const at = count++;
          return (
            <Option
              key={one.command.id}
              id={`${id}-${at}`}
              found={one}
              isCurrent={at === current}
              hasGroup={title !== null && title !== "Recent"}
              onPoint={() => onPoint(at)}
              onChoose={() => onChoose(one.command)}
            />
          );
        });
        if (title === null) return options;
        return (
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true">{title}</p>
            {options}
          </div>
        );
      })}
    </div>
  );
}

interface OptionProps {
  id: string;
  found: FoundCommand;
  isCurrent: boolean;
  /** It stands under its group's title, which need not be said again. */
  hasGroup: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, found, isCurrent, hasGroup, onPoint, onChoose }: OptionProps): ReactNode {
  const { command, marked } = found;
  const { icon, label, href } = command;
  const keys = command.keys && usableKeys(command.keys);
  const hint = command.hint ?? (hasGroup ? undefined : command.group);
  const handleClick = (event: MouseEvent) => {
    if (href && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)) return;
    event.preventDefault();
    // The sheet around closes by a link that is followed; here the choice does all of it.
    event.stopPropagation();
    onChoose();
  };
  const shared = {
    id,
    role: "option",
    "aria-selected": isCurrent,
    tabIndex: -1,
    onPointerMove: isCurrent ? undefined : onPoint,
    onClick: handleClick,
  };
  const content = (
    <>
      <span>{icon}</span>
      <span>
        <Marked text={label} at={marked} />
        {hint && <small> {hint}</small>}
      </span>
      {keys && <Keys keys={keys} />}
    </>
  );
  return href ? (
    <a {...shared} href={toAddress(href)}>
      {content}
    </a>
  ) : (
    <div {...shared}>{content}</div>
  );
}

function Marked({ text, at }: { text: string; at: readonly number[] }): ReactNode {
  const runs: { isMarked: boolean; letters: string }[] = [];
  for (const [index, letter] of Array.from(text).entries()) {
    const isMarked = at.includes(index);
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) last.letters += letter;
    else runs.push({ isMarked, letters: letter });
  }
  return runs.map(({ isMarked, letters }, index) => (isMarked ? <b key={index}>{letters}</b> : letters));
}

const list = css`
  & [role="group"] > p {
    padding: 10px 12px 4px;
    font-size: var(--ph-text-xs);
    font-weight: 600;
    color: var(--ph-text-3);
  }
  & [role="option"] {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 40px;
    padding: 4px 12px;
    border-radius: var(--ph-radius-s);
    color: var(--ph-text);
    text-decoration: none;
    cursor: pointer;
  }
  & [role="option"] > span:first-child {
    display: grid;
    place-items: center;
    flex: none;
    width: 22px;
    color: var(--ph-text-3);
  }
  & [role="option"] > span:nth-child(2) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    padding-inline-start: 6px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & b {
    font-weight: 700;
    color: var(--ph-accent-text);
  }
  & [aria-selected="true"] {
    background: var(--ph-accent-soft);
    outline: 2px solid transparent;
  }
  @media (pointer: coarse) {
    & [role="option"] {
      min-height: 48px;
    }
    & kbd {
      display: none;
    }
  }
`;
