import {
  cancelThreadChange,
  changeThreads,
  getThreadChange,
  removeThreads,
  undoThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { findAgent } from "../../../agents/find.ts";
import { handle } from "../../../requests/handle.ts";
import type { Route } from "../../../requests/handle.ts";
import type { ConversationDeps } from "../../deps.ts";
import { beginChange, beginRemoval, beginUndo, cancelChange, findChange, presentChange } from "./changes.ts";

/** The calls that change many conversations at once. */
export function createChangeRoutes(deps: ConversationDeps): Route[] {
  const { store } = deps;
  async function keyOf({ organizationId }: { organizationId: string }, { productId }: { productId: string }) {
    const agent = await findAgent(store.db, { organizationId, agentId: productId });
    return { organizationId, agentId: agent.id };
  }
  return [
    handle(changeThreads, async ({ caller, params, body }) => {
      const key = await keyOf(caller, params);
      const row = await beginChange(deps, { ...key, member: caller, ...body.data });
      return { data: await presentChange(deps, store.db, row) };
    }),

    handle(removeThreads, async ({ caller, params, body }) => {
      const key = await keyOf(caller, params);
      const row = await beginRemoval(deps, { ...key, member: caller, ...body.data });
      return { data: await presentChange(deps, store.db, row) };
    }),

    handle(getThreadChange, async ({ caller, params }) => {
      const key = { ...(await keyOf(caller, params)), id: params.threadChangeId };
      return { data: await presentChange(deps, store.db, await findChange(store.db, key)) };
    }),

    handle(cancelThreadChange, async ({ caller, params }) => {
      const key = { ...(await keyOf(caller, params)), id: params.threadChangeId };
      const row = await findChange(store.db, key);
      await store.transaction((tx) => cancelChange(deps, tx, { row, member: caller }));
      return { data: await presentChange(deps, store.db, await findChange(store.db, key)) };
    }),

    handle(undoThreadChange, async ({ caller, params }) => {
      const key = { ...(await keyOf(caller, params)), id: params.threadChangeId };
      const row = await beginUndo(deps, { row: await findChange(store.db, key), member: caller });
      return { data: await presentChange(deps, store.db, row) };
    }),
  ];
}
