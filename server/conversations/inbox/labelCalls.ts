import {
  createLabel,
  listLabels,
  removeLabel,
  updateLabel,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import { changeLabel, dropLabel, listCountedLabels, makeLabel, presentLabel } from "./labels.ts";

/** The calls on the labels of an agent's conversations. */
export function createLabelRoutes(deps: Pick<ConversationDeps, "store" | "events" | "now">): Route[] {
  const { db } = deps.store;
  async function keyOf({ organizationId }: { organizationId: string }, { productId }: { productId: string }) {
    const agent = await findAgent(db, { organizationId, agentId: productId });
    return { organizationId, agentId: agent.id };
  }
  return [
    handle(listLabels, async ({ caller, params }) => ({
      data: await listCountedLabels(deps.store.reader, await keyOf(caller, params)),
    })),

    handle(createLabel, async ({ caller, params, body }) => {
      const key = await keyOf(caller, params);
      // Two who make it at once get the same one.
      return { data: presentLabel(await retryOnDuplicate(() => makeLabel(deps, { ...key, ...body.data }))) };
    }),

    handle(updateLabel, async ({ caller, params, body }) => {
      const key = { ...(await keyOf(caller, params)), labelId: params.labelId };
      return { data: presentLabel(await retryOnDuplicate(() => changeLabel(deps, key, body.data))) };
    }),

    handle(removeLabel, async ({ caller, params }) => {
      await dropLabel(deps, { ...(await keyOf(caller, params)), labelId: params.labelId });
      return undefined;
    }),
  ];
}
