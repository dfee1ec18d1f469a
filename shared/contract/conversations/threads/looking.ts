import * as v from "valibot";
import { call } from "../../call.ts";
import { data } from "../../shapes.ts";

/** What a member does with a conversation that is open before them; who `came` wants to hear who is there. */
export const lookingStates = ["came", "looking", "writing", "gone"] as const;

/**
 * Sent as a transient event to the team as `looking` (see `liveEvent`): told again every `lookingToldEveryMs` for as
 * long as the conversation is open. Members who look get no push about it; it is stored only for that. `tellTyping`
 * reports who is writing a reply.
 */
export const tellLooking = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/looking",
  who: { member: "conversations.read" },
  audit: false,
  forKeys: "never",
  summary: "Notifies the team that a member opened or left a conversation.",
  body: data(v.strictObject({ doing: v.picklist(["came", "looking", "gone"]) })),
  limit: "typing",
});
