import * as removals from "../../../../shared/contract/conversations/threads/removals.ts";
import * as threadChanges from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type { TeamAction, Desk } from "./desk.ts";

/** What is deleted for good of what was said: one's own reply, anybody's message, conversations. */
export function removalActions(desk: Desk): Record<string, TeamAction> {
  const { at, owner, params, answerOf, questionOf, reply } = desk;
  const confirmed = { query: { confirmed: "true" } } as const;
  return {
    dropReply: {
      of: removals.removeMessage,
      do: async (scene) => {
        const messageId = (await reply(scene)).data.id;
        const place = { params: { ...at(scene.party).params, messageId } };
        await scene.by.call(removals.removeMessage, place);
      },
    },
    dropQuestion: {
      of: removals.removeMessage,
      do: async ({ party }) => owner().call(removals.removeMessage, await questionOf(party)),
    },
    dropAnswer: {
      of: removals.removeMessage,
      do: async ({ party }) => owner().call(removals.removeMessage, await answerOf(party)),
    },
    dropThread: {
      of: removals.removeThread,
      do: ({ party }) => owner().call(removals.removeThread, { ...at(party), ...confirmed }),
    },
    dropMany: {
      of: threadChanges.removeThreads,
      do: async ({ party }) => {
        const body = { data: { of: { threadIds: [party.threadId] } } };
        await owner().call(threadChanges.removeThreads, { params: params(), ...confirmed, body });
      },
    },
  };
}
