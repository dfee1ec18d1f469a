import type { ShownMessage } from "../../../state/conversations/threads/conversation.ts";
import type { ThreadEvent } from "../../../../shared/domain/eventNews.ts";
import { formatMinutes } from "../../../../shared/format/minutes.ts";
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
  const who = author?.name ?? "A team member";
  const whom = about?.name ?? "somebody";
  const until = about?.until === undefined ? "later" : describeDateTime(about.until);
  const words: Record<ThreadEvent, string> = {
    personRequested: "The visitor asked for a person · AI paused",
    agentPaused: "The agent is paused · The visitor waits for the team",
    agentLive: "The agent is live again and answers",
    senderUnverified: "Sender not verified: this e-mail may be from someone else",
    numberChanged: `The visitor now uses ${whom} on WhatsApp. This conversation continues there`,
    numberTaken: `The visitor moved to ${whom} on WhatsApp, which belongs to another contact. Merge them if they are the same person`,
    callBegan: "The visitor started a call with the agent",
    callEnded: `The call ended after ${formatMinutes((about?.seconds ?? 0) * 1000)}${describeRecording(about)}`,
    personLeft: "The visitor continues with the agent",
    ended: "The visitor ended the conversation",
    joined: `${who} took over · AI paused`,
    handedBack: `${who} handed back · The agent answers again`,
    assigned: `${who} assigned this to ${whom} · AI paused`,
    given: `Assigned to ${whom}, ${describeWhy(about)} · AI paused`,
    offline: `Back in the queue: ${whom} was offline for more than ${plural(about?.minutes ?? 0, minutes)}`,
    memberLeft: `Back in the queue: ${whom} left the organization`,
    unassigned: `${who} returned this to the queue`,
    teamAssigned: `${who} assigned this to the team ${whom}`,
    teamUnassigned: `${who} removed this from its team`,
    snoozed: `${who} snoozed this until ${until}`,
    woken: "The snooze is over",
    approvalRequested: `The agent asks for approval: ${whom}`,
    replyOverdue: `The reply is overdue. It was due ${until}`,
    pending: `${who} waits for the visitor`,
    priority: `${who} set the priority: ${priorityNames[about?.priority ?? "none"].toLowerCase()}`,
    noteRemoved: `${who} deleted a private note`,
    messageRemoved: `${who} deleted ${whose[about?.of ?? "team"]}`,
    resolved: `${who} resolved the conversation`,
    reopened: `${who} reopened the conversation`,
  };
  return (words as Partial<Record<string, string>>)[content] ?? content;
}

function describeRecording(about: ShownMessage["about"]): string {
  if (!about?.isRecordingCut) return "";
  return about.recordedFrom === undefined
    ? ". Its recording could not be stored"
    : ". Its recording is incomplete";
}

const whose = { visitor: "a message of the visitor’s", agent: "an answer", team: "a reply" };

function describeWhy(about: ShownMessage["about"]): string {
  const why = about?.by === "leastBusy" ? "who had the fewest" : "whose turn it was";
  return `${why} (now ${about?.open ?? 0} of ${about?.capacity ?? 0})`;
}
