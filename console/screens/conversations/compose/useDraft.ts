import { useState } from "react";
import { keptForTab } from "../../../state/storage.ts";

/** What is written for whom in a conversation. */
export type DraftKind = "reply" | "note";

/** The name under which the tab keeps a draft. */
export function draftNameOf(kind: DraftKind, threadId: string): string {
  return `${kind}:${threadId}`;
}

/** What somebody has typed and not sent: it outlives a reload of the tab. */
export function useDraft(kind: DraftKind, threadId: string): [string, (text: string) => void] {
  const name = draftNameOf(kind, threadId);
  const [typed, setTyped] = useState(() => keptForTab.read(name) ?? "");
  const change = (text: string) => {
    setTyped(text);
    if (text) keptForTab.write(name, text);
    else keptForTab.remove(name);
  };
  return [typed, change];
}
