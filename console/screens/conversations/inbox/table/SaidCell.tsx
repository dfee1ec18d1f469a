import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { typing } from "../../../../state/conversations/visitors/typing.ts";
import { describeLast } from "../ThreadRow.tsx";

/** What a conversation is about, and what was said last. */
export function SaidCell({ thread: { id, title, lastMessage } }: { thread: ShownThread }): ReactNode {
  const isTyping = useSnapshot(typing).threadIds.includes(id);
  const last = lastMessage ? describeLast(lastMessage) : "";
  const subject = title === lastMessage?.text ? "" : title;
  return (
    <span data-lines="">
      {subject && <bdi title={subject}>{subject}</bdi>}
      {isTyping ? (
        <i>Writing…</i>
      ) : (
        last && (
          <bdi data-soft={subject ? "" : undefined} title={last}>
            {last}
          </bdi>
        )
      )}
    </span>
  );
}
