import { newClientId } from "../messages/clientId.ts";
import { changeThread } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { offerUndo } from "../../shell/undo.ts";

/** Resolves a conversation, says so, and offers to take it back. */
export async function resolveThread(place: ThreadPlace, said = "Resolved"): Promise<void> {
  const undoId = newClientId();
  await changeThread(place, { status: "resolved", undoId });
  offerUndo({
    text: said,
    undo: async () => {
      const { undoUpdate } = await import("./undoThread.ts");
      await undoUpdate(place, undoId);
    },
  });
}
