import { useState } from "react";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { holdersOf, readHolders } from "../../../state/conversations/threads/holders.ts";
import type { Holders } from "../../../state/conversations/threads/holders.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";

/** By whom somebody decides who is to have a conversation. */
interface KnownHolders {
  /** The assignee at the time of the decision; after a conflict, the assignee that the conflict named. */
  was: Holders;
  /**
   * Does what was decided; where a colleague was quicker, the next try takes it only from the member who has it then.
   */
  decide: (change: () => Promise<void>) => Promise<void>;
}

/** Remembers who had a conversation, so that nobody takes it from a colleague untold. */
export function useHolders(place: ThreadPlace, thread: ShownThread): KnownHolders {
  const [was, setWas] = useState(() => holdersOf(thread));
  return {
    was,
    decide: async (change) => {
      try {
        await change();
      } catch (thrown) {
        if (toRequestError(thrown).code === "conflict") setWas(await readHolders(place));
        throw thrown;
      }
    },
  };
}
