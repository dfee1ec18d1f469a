import * as v from "valibot";
import { call } from "../../call.ts";
import { data } from "../../shapes.ts";

/** What somebody of the team does with a conversation that is open before them; who `came` wants to hear who is there. */
export const lookingStates = ["came", "looking", "writing", "gone"] as const;

/**
 * Sent as a transient event to the team as `looking` (see `liveEvent`): told again every `lookingToldEveryMs` for as long as the
 * conversation is open. Whoever looks is told nothing of it by push; it is kept for that alone. Who writes a reply is told by `tellTyping`.
 */
export const tellLooking = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/looking",
  who: { member: "conversations.read" },
  audit: false,
  forKeys: "never",
  summary: "Tells the team that one looks at a conversation, or not any more.",
  body: data(v.strictObject({ doing: v.picklist(["came", "looking", "gone"]) })),
  limit: "typing",
});
