import { toRequestError } from "../../../../shared/client/requestError.ts";
import { decideActionForTeam } from "../../../../shared/contract/conversations/actions/actions.ts";
import { client } from "../../platform/client.ts";
import { paramsOf, readNewestMessages, takeMessages } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";

/** Approves or declines what the agent wants to do. */
export async function decideOnAction(
  place: ThreadPlace,
  actionId: string,
  decision: "confirm" | "decline",
): Promise<void> {
  const params = { ...paramsOf(place), actionId };
  try {
    takeMessages([(await client.call(decideActionForTeam, { params, body: { data: { decision } } })).data]);
  } catch (thrown) {
    // Somebody was quicker, or its time is over: the message says which.
    if (toRequestError(thrown).status === 409) await readNewestMessages(place);
    throw thrown;
  }
}
