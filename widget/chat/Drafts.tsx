import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FileDrafts } from "../../shared/ui/FileDrafts.tsx";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** The files that go along with the visitor's next message. */
export function Drafts(): ReactNode {
  const { drafts } = useSnapshot(chat);
  const { retryDraft, removeDraft } = useActions();
  return <FileDrafts drafts={drafts} onRetry={retryDraft} onRemove={removeDraft} />;
}
