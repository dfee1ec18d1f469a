import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { allUnread } from "../state/conversations/inbox/allUnread.ts";

/** More than this are many. */
const most = 99;

interface UnreadMarkProps {
  agentId: string;
  /** Everybody reads what it counts, not only who hears it. */
  hasWord?: boolean;
}

/** How many conversations of an agent have something new, beside its name; nothing where none has. */
export function UnreadMark({ agentId, hasWord }: UnreadMarkProps): ReactNode {
  const { unread = 0, waiting = 0 } = useSnapshot(allUnread).of[agentId] ?? {};
  const words = `${unread} unread${waiting > 0 ? `, ${waiting} waiting for a person` : ""}`;
  return <Mark count={unread} words={words} word={hasWord ? " unread" : ""} />;
}

/** The same of all agents but the one that is open, beside the way to them. */
export function OthersUnread({ openId }: { openId: string }): ReactNode {
  const { of } = useSnapshot(allUnread);
  const others = Object.entries(of).filter(([id]) => id !== openId);
  const count = others.reduce((sum, [, { unread }]) => sum + unread, 0);
  return <Mark count={count} words={`${count} unread in other agents`} />;
}

function Mark({ count, words, word = "" }: { count: number; words: string; word?: string }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={mark} title={words}>
      <span aria-hidden="true">
        {count > most ? `${most}+` : count}
        {word}
      </span>
      <span className={visuallyHidden}>{words}</span>
    </span>
  );
}

const mark = css`
  position: relative;
  flex: none;
  align-self: center;
  min-width: 20px;
  padding-inline: 6px;
  border-radius: 99px;
  background: var(--ph-accent);
  color: var(--ph-on-accent);
  font-size: var(--ph-text-xs);
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  line-height: 20px;
  text-align: center;
`;
