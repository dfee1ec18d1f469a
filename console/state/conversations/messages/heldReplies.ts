import type {
  HeldReason,
  ScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { authentication } from "../../accounts/authentication.ts";
import { note } from "../../notifications/notices.ts";
import { inboxPath } from "../../shell/paths.ts";
import type { AgentPlace } from "../../shell/paths.ts";

const told = new Set<string>();

/** Tells the author of a scheduled reply, once, that it was not sent; the bell leads to its conversation. */
export function tellHeld(place: AgentPlace, { id, threadId, author, held }: ScheduledReply): void {
  if (!held || author.id !== authentication.user?._id) return;
  const time = `${id} ${held.at}`;
  if (told.has(time)) return;
  told.add(time);
  const text = `A scheduled reply of yours was not sent: ${reasons[held.because]}.`;
  note({ text, tone: "danger", path: `${inboxPath(place)}/${encodeURIComponent(threadId)}` });
  showToast(text, "danger");
}

const reasons: Record<HeldReason, string> = {
  visitorWrote: "the visitor wrote first",
  resolved: "the conversation was resolved",
  blocked: "the visitor is blocked",
  authorLeft: "you can no longer write here",
  agentGone: "the agent was deleted",
  tooLate: "the reply window has closed",
};
