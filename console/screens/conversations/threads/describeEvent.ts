import type { ShownMessage } from "../../../state/conversations/threads/conversation.ts";
import type { ThreadEvent } from "../../../../shared/domain/eventNews.ts";
import { plural } from "../../../../shared/words/language.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { priorityNames } from "../inbox/filters.ts";

const minutes = { one: "{count} minute", other: "{count} minutes" };

/** Gives in words what happened in a conversation; a new kind shows by its own name. */
export function describeEvent({
  content,
  author,
  about,
}: Pick<ShownMessage, "content" | "author" | "about">): string {
  const who = author?.name ?? "Somebody of the team";
  const whom = about?.name ?? "somebody";
  const until = about?.until === undefined ? "later" : describeDateTime(about.until);
  const words: Record<ThreadEvent, string> = {
    personRequested: "The visitor asked for a person; the agent is silent",
    agentPaused: "The agent is paused; the visitor waits for the team",
    agentLive: "The agent is live again and answers",
    personLeft: "The visitor goes on with the agent",
    ended: "The visitor ended the conversation",
    joined: `${who} took over; the agent is silent`,
    handedBack: `${who} handed back; the agent answers again`,
    assigned: `${who} gave this to ${whom}; the agent is silent`,
    given: `Given to ${whom}, ${describeWhy(about)}; the agent is silent`,
    offline: `Back in the queue: ${whom} was offline for more than ${plural(about?.minutes ?? 0, minutes)}`,
    memberLeft: `Back in the queue: ${whom} left the organization`,
    unassigned: `${who} put this back into the queue`,
    teamAssigned: `${who} gave this to the team ${whom}`,
    teamUnassigned: `${who} took this off its team`,
    snoozed: `${who} snoozed this until ${until}`,
    woken: "The snooze is over",
    approvalRequested: `The agent asks for approval: ${whom}`,
    replyOverdue: `The reply is overdue: it was due ${until}`,
    pending: `${who} waits for the visitor`,
    priority: `${who} set the priority: ${priorityNames[about?.priority ?? "none"].toLowerCase()}`,
    noteRemoved: `${who} deleted a private note`,
    messageRemoved: `${who} deleted ${whose[about?.of ?? "team"]}`,
    resolved: `${who} resolved the conversation`,
    reopened: `${who} opened the conversation again`,
  };
  return (words as Partial<Record<string, string>>)[content] ?? content;
}

const whose = { visitor: "a message of the visitor’s", agent: "an answer", team: "a reply" };

function describeWhy(about: ShownMessage["about"]): string {
  const why = about?.by === "leastBusy" ? "who had the fewest" : "whose turn it was";
  return `${why} (now ${about?.open ?? 0} of ${about?.capacity ?? 0})`;
}
