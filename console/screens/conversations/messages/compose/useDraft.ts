import { useState } from "react";
import { draftNameOf, readDraft, writeDraft } from "../../../../state/conversations/messages/drafts.ts";
import type { DraftKind } from "../../../../state/conversations/messages/drafts.ts";

/** What somebody has typed and not sent, for a conversation or a contact: it outlives a reload, and the tab. */
export function useDraft(kind: DraftKind, id: string): [string, (text: string) => void] {
  const name = draftNameOf(kind, id);
  const [typed, setTyped] = useState(() => readDraft(name));
  const change = (text: string) => {
    setTyped(text);
    writeDraft(name, text);
  };
  return [typed, change];
}
