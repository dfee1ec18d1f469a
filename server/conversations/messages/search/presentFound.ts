import type { FoundThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Db } from "../../../database/store.ts";
import { describeThreads } from "../../threads/describeThreads.ts";
import { excerptOf } from "./excerpt.ts";
import { foundText } from "./messageIndex.ts";
import type { Found } from "./searchThreads.ts";

/** Gives what a search found as the team sees it: each conversation with the sentence that has the words. */
export async function presentFound(db: Db, found: readonly Found[], search: string): Promise<FoundThread[]> {
  const threads = await describeThreads(
    db,
    found.map(({ thread }) => thread),
  );
  return found.flatMap(({ message }, index) => {
    const thread = threads[index];
    if (!thread) return [];
    const { id: messageId, position, role, authorName: author, createdAt: at } = message;
    return [
      { thread, match: { messageId, position, role, author, ...excerptOf(foundText(message), search), at } },
    ];
  });
}
