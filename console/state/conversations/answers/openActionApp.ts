import { getActionAppForTeam } from "../../../../shared/contract/conversations/actions/actions.ts";
import type { ActionApp } from "../../../../shared/contract/conversations/actions/actions.ts";
import { client } from "../../platform/client.ts";
import { paramsOf } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";

/** Gives the app that shows a visitor what came of an action. */
export async function openActionApp(
  place: ThreadPlace,
  actionId: string,
): Promise<ActionApp & { url: string }> {
  const params = { ...paramsOf(place), actionId };
  const { data } = await client.call(getActionAppForTeam, { params });
  const { url } = data;
  if (url === null) throw new Error("This action has no app of its own.");
  return { ...data, url };
}
