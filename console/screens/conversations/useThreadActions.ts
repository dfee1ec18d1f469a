import type { RequestError } from "../../../shared/client/requestError.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { useAction } from "../../parts/useAction.ts";
import { changeThread } from "../../state/conversation.ts";
import type { ThreadPlace } from "../../state/conversation.ts";

export type ThreadAction = "takeOver" | "handBack" | "resolve" | "reopen";

/** What can be decided about a conversation, with what went wrong. */
export interface ThreadActions {
  run: (action: ThreadAction) => Promise<boolean>;
  isBusy: boolean;
  error: RequestError | null;
}

const changes = {
  takeOver: { data: { handledBy: "human" }, said: "You answer now; the agent is silent" },
  handBack: { data: { handledBy: "ai" }, said: "The agent answers again" },
  resolve: { data: { status: "resolved" }, said: "Resolved" },
  reopen: { data: { status: "open" }, said: "Open again" },
} as const;

export function useThreadActions(place: ThreadPlace): ThreadActions {
  const { run, isBusy, error } = useAction(async (action: ThreadAction) => {
    const { data, said } = changes[action];
    await changeThread(place, data);
    showToast(said);
  });
  return { run, isBusy, error };
}
