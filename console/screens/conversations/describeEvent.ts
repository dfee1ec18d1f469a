import type { ShownMessage } from "../../state/conversation.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { priorityNames } from "./filters.ts";

/** Gives in words what happened in a conversation; a new kind shows by its own name. */
export function describeEvent({
  content,
  author,
  about,
}: Pick<ShownMessage, "content" | "author" | "about">): string {
  const who = author?.name ?? "Somebody of the team";
  const whom = about?.name ?? "somebody";
  const until = about?.until === undefined ? "later" : describeDateTime(about.until);
  const words: Record<string, string> = {
    personRequested: "The visitor asked for a person; the agent is silent",
    personLeft: "The visitor goes on with the agent",
    ended: "The visitor ended the conversation",
    joined: `${who} took over; the agent is silent`,
    handedBack: `${who} handed back; the agent answers again`,
    assigned: `${who} gave this to ${whom}; the agent is silent`,
    unassigned: `${who} put this back into the queue`,
    teamAssigned: `${who} gave this to the team ${whom}`,
    teamUnassigned: `${who} took this off its team`,
    snoozed: `${who} snoozed this until ${until}`,
    woken: "The snooze is over",
    pending: `${who} waits for the visitor`,
    priority: `${who} set the priority: ${priorityNames[about?.priority ?? "none"].toLowerCase()}`,
    resolved: `${who} resolved the conversation`,
    reopened: `${who} opened the conversation again`,
  };
  return words[content] ?? content;
}
