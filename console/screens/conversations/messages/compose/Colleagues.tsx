import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Eye, PenLine } from "lucide-react";
import { css } from "../../../../../shared/ui/style/css.ts";
import { looking } from "../../../../state/conversations/threads/viewers.ts";

/** Colleagues who have this conversation open, or are writing in it, so that no two answer at the same time. */
export function Colleagues(): ReactNode {
  const people = Object.values(useSnapshot(looking).people);
  const writers = people.filter(({ isWriting }) => isWriting).map(({ name }) => name);
  const readers = people.filter(({ isWriting }) => !isWriting).map(({ name }) => name);
  return (
    <div role="status" aria-label="Colleagues here" className={here}>
      {writers.length > 0 && (
        <p data-writing="">
          <PenLine size={14} aria-hidden />
          {listNames(writers)} {writers.length === 1 ? "is writing" : "are writing"} a reply
        </p>
      )}
      {readers.length > 0 && (
        <p>
          <Eye size={14} aria-hidden />
          {listNames(readers)} {readers.length === 1 ? "has" : "have"} this open too
        </p>
      )}
    </div>
  );
}

function listNames(names: string[]): string {
  const [first = "", second = "", ...more] = names;
  if (names.length === 1) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}

/** It stays for screen readers where it is empty, and takes no room then. */
const here = css`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 14px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  &:empty {
    position: absolute;
  }
  & > p {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & svg {
    flex: none;
  }
  & > p[data-writing] {
    font-weight: 550;
    color: var(--ph-warning-text);
  }
`;
