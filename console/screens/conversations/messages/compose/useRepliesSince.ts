import { authentication } from "../../../../state/accounts/authentication.ts";
import { conversation, endOfShown } from "../../../../state/conversations/threads/conversation.ts";
import { keptForTab } from "../../../../state/platform/storage.ts";

/** What colleagues said since somebody began to write a reply. */
export interface RepliesSince {
  /** Somebody types: from the first letter on it counts what comes. */
  begin: () => void;
  /** Gives the name of a colleague who has replied since, and tells of nobody twice; null where nobody has. */
  findReplier: () => string | null;
  /** The reply is sent, or given up. */
  end: () => void;
}

/** Remembers with the draft, over a reload too, which message was the newest when it was begun. */
export function useRepliesSince(threadId: string): RepliesSince {
  const name = nameOf(threadId);
  return {
    begin: () => {
      if (keptForTab.read(name) === null) keptForTab.write(name, String(endOfShown()));
    },
    findReplier: () => {
      const begunAt = Number(keptForTab.read(name) ?? endOfShown());
      const reply = conversation.messages.find(
        ({ role, audience, position, author }) =>
          role === "support" && !audience && position >= begunAt && author?.id !== authentication.user?._id,
      );
      if (!reply) return null;
      keptForTab.write(name, String(endOfShown()));
      return reply.author?.name ?? "A colleague";
    },
    end: () => forgetBeginning(threadId),
  };
}

/** The next reply starts over. */
export function forgetBeginning(threadId: string): void {
  keptForTab.remove(nameOf(threadId));
}

function nameOf(threadId: string): string {
  return `begun:${threadId}`;
}
