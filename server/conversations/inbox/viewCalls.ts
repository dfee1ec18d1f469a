import {
  chooseStartView,
  createThreadView,
  removeThreadView,
  updateThreadView,
} from "../../../shared/contract/conversations/inbox/threadViews.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { changeView, chooseStart, dropView, makeView, presentView } from "./views.ts";
import type { ViewKeeper } from "./views.ts";

/** The calls on the views that people keep of an agent's conversations. */
export function createViewRoutes(deps: Pick<ConversationDeps, "store" | "events" | "now">): Route[] {
  async function keeperOf(member: MemberCaller, { productId }: { productId: string }): Promise<ViewKeeper> {
    const { organizationId } = member;
    const agent = await findAgent(deps.store.db, { organizationId, agentId: productId });
    return { organizationId, agentId: agent.id, member };
  }
  return [
    handle(createThreadView, async ({ caller, params, body }) => {
      const row = await makeView(deps, await keeperOf(caller, params), body.data);
      return { data: presentView(row, { member: caller, counts: null }) };
    }),

    handle(updateThreadView, async ({ caller, params, body }) => {
      const key = { ...(await keeperOf(caller, params)), viewId: params.viewId };
      const row = await changeView(deps, key, body.data);
      return { data: presentView(row, { member: caller, counts: null }) };
    }),

    handle(removeThreadView, async ({ caller, params }) => {
      await dropView(deps, { ...(await keeperOf(caller, params)), viewId: params.viewId });
      return undefined;
    }),

    handle(chooseStartView, async ({ caller, params, body }) => {
      await chooseStart(deps, { ...(await keeperOf(caller, params)), ...body.data });
      return undefined;
    }),
  ];
}
