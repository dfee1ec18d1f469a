import { AppError } from "../../../shared/errors/errors.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import type { ThreadWanted } from "../threads/find.ts";

/** Gives the thread that a visitor names, which is found only where it is their own. */
export function wantedBy(
  caller: VisitorCaller,
  params: { productId: string; threadId: string },
): Required<ThreadWanted> {
  const { organizationId, agentId, contactId } = ownAgent(caller, params.productId);
  return { organizationId, agentId, contactId, threadId: params.threadId };
}

/** A session is good for its own agent only. */
export function ownAgent(caller: VisitorCaller, agentId: string): VisitorCaller {
  if (caller.agentId !== agentId) throw new AppError("not_found");
  return caller;
}
