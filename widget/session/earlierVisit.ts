import { toRequestError } from "../../shared/client/requestError.ts";
import type { Answers } from "./answers.ts";
import type { Elsewhere } from "./elsewhere.ts";
import type { KeptThread } from "./keptThread.ts";
import { pause } from "./pause.ts";
import type { Reading } from "./reading.ts";
import { chat, clearThread } from "./state.ts";
import { showThread } from "./thread.ts";
import type { Visitor } from "./visitor.ts";

/** A conversation that ended longer ago is not gone on with at the next visit. */
const resolvedShownForMs = 24 * 60 * 60 * 1000;

interface EarlierVisitDeps {
  visitor: Visitor;
  answers: Answers;
  reading: Reading;
  elsewhere: Elsewhere;
  keptThread: KeptThread;
  isPreview: () => boolean;
}

/** Shows the conversation that an earlier visit left. */
export function createEarlierVisit(deps: EarlierVisitDeps) {
  const { visitor, answers, reading, elsewhere, keptThread, isPreview } = deps;
  /** What is shown of an earlier visit, until the server has said how it is now. */
  let keptId: string | null = null;
  let isRestoring = false;

  /** Reads it over every cut. */
  async function restore(): Promise<void> {
    for (let failures = 0; !isPreview(); failures += 1) {
      try {
        isRestoring = await visitor.restore();
        if (!isRestoring) return;
        await showKept();
        await readConversation();
        return;
      } catch (thrown) {
        const { status, retryAfterSeconds = 0 } = toRequestError(thrown);
        if (status === 401 || status === 404) {
          dropKept();
          return visitor.forget();
        }
        if (status >= 400 && status < 500 && status !== 429) return;
        chat.isLoading = false;
        await pause(failures, retryAfterSeconds * 1000);
      } finally {
        isRestoring = false;
      }
    }
  }

  async function showKept(): Promise<void> {
    keptId ??= await keptThread.show(visitor.contactId() ?? "");
    if (keptId !== null) chat.isLoading = false;
  }

  /** The server knows no such conversation any more, or it ended long ago. */
  function dropKept(): void {
    if (keptId !== null && chat.thread?.id === keptId) clearThread();
    keptId = null;
    keptThread.drop();
  }

  async function readConversation(): Promise<void> {
    // What is shown already is most often what goes on: its news is asked for at once, and not after the list.
    const early = keptId === null ? undefined : answers.askNewest(keptId);
    early?.catch(() => {});
    const newest = await elsewhere.read();
    if (isPreview() || chat.conversation > 0 || (chat.thread && chat.thread.id !== keptId)) return;
    if (newest && (newest.status === "open" || Date.now() - newest.lastActivityAt < resolvedShownForMs)) {
      const asked = (newest.id === keptId && early) || answers.askNewest(newest.id);
      showThread(newest);
      await reading.restore(newest.visitorReadTo, () => answers.readNewest(true, asked));
      keptId = null;
    } else dropKept();
  }

  return { restore, isRestoring: () => isRestoring };
}
