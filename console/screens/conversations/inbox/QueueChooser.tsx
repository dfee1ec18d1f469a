import { useId, useRef } from "react";
import type { ReactNode } from "react";
import { ChevronDown } from "lucide-react";
import { Link } from "wouter";
import type { Queue } from "../../../../shared/domain/queues.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { describeNumber } from "../../../parts/describeNumber.ts";
import { queueNames } from "./filters.ts";

interface QueueChooserProps {
  value: Queue;
  options: readonly Queue[];
  /** Those of which nothing is counted, or none are there, show no number. */
  counts: Readonly<Partial<Record<Queue, number>>> | undefined;
  linkTo: (queue: Queue) => string;
}

/** Which conversations the list shows: the chosen one is shown, the others unfold, all of them first. */
export function QueueChooser({ value, options, counts, linkTo }: QueueChooserProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const countOf = (queue: Queue) => (queue === "all" ? 0 : (counts?.[queue] ?? 0));
  // The list scrolls and clips, so the menu is placed in the window.
  const place = () => {
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    panel.current?.style.setProperty("left", `${Math.max(8, Math.min(left, innerWidth - menuWidth - 8))}px`);
    panel.current?.style.setProperty("top", `${bottom + 4}px`);
  };
  return (
    <div className={frame}>
      <button ref={button} type="button" popoverTarget={id} onClick={place}>
        <span className={visuallyHidden}>View: </span>
        {queueNames[value]}
        {countOf(value) > 0 && <b>{describeNumber(countOf(value))}</b>}
        <ChevronDown size={16} aria-hidden />
      </button>
      <div ref={panel} id={id} popover="auto" className={menu}>
        <nav aria-label="Queue">
          {options.map((queue) => (
            <Link
              key={queue}
              href={linkTo(queue)}
              aria-current={queue === value ? "true" : undefined}
              onClick={() => panel.current?.hidePopover?.()}
            >
              {queueNames[queue]}
              {countOf(queue) > 0 && <span>{describeNumber(countOf(queue))}</span>}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}

const menuWidth = 220;
const frame = css`
  min-width: 0;
  & > button {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 34px;
    padding: 4px 12px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    color: var(--ph-text);
    font: inherit;
    font-weight: 550;
    cursor: pointer;
  }
  & > button:hover {
    background: var(--ph-hover);
  }
  & b {
    font-weight: 500;
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
const menu = css`
  position: fixed;
  inset: auto;
  width: ${menuWidth}px;
  margin: 0;
  padding: 6px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-2);
  & a {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 36px;
    padding: 4px 12px;
    border-radius: var(--ph-radius-s);
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  & a[aria-current] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-weight: 550;
  }
  & span {
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  @media (pointer: coarse) {
    & a {
      min-height: 44px;
    }
  }
`;
