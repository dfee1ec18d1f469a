import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { getThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { paramsOf } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";

/** The person and the team who have a conversation; null where nobody has it. */
export interface Holders {
  assigneeId: string | null;
  teamId: string | null;
}

type Held = Record<"assignee" | "team", Pick<NonNullable<Thread["assignee"]>, "id"> | null>;

/** Gives who has a conversation by what is known of it. */
export function holdersOf({ assignee, team }: Held): Holders {
  return { assigneeId: assignee?.id ?? null, teamId: team?.id ?? null };
}

/** Reads who has a conversation now. */
export async function readHolders(place: ThreadPlace): Promise<Holders> {
  return holdersOf((await client.call(getThread, { params: paramsOf(place) })).data);
}
