import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { SuggestionChips } from "../../shared/ui/SuggestionChips.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { useMessages } from "./useMessages.ts";

/** What the visitor may ask next; only below the newest answer, while nothing else is said. */
export function FollowUps(): ReactNode {
  const { pending, conversation } = useSnapshot(chat);
  const messages = useMessages();
  const actions = useActions();
  const last = messages.at(-1);
  const isWriting = pending.some((one) => one.conversation === conversation);
  if (!last || last.followUps.length === 0 || last.status === "streaming" || isWriting) return null;
  return (
    <div className={row}>
      <SuggestionChips suggestions={last.followUps} onChoose={actions.chooseSuggestion} />
    </div>
  );
}

const row = css`
  padding-top: 6px;
`;
