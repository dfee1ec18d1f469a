import {
  decideAction,
  decideActionForTeam,
  reportPageAction,
} from "../../../shared/contract/conversations/actions/actions.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { Writer } from "../answers/writer.ts";
import type { ConversationDeps } from "../deps.ts";
import { presentMessage, presentVisitorMessage } from "../messages/present.ts";
import { wantedBy } from "../visitors/visitors.ts";
import { decideOnAction } from "./decide.ts";
import { reportFromPage } from "./reportPage.ts";

/** The calls by which visitors and the team decide on what an agent wants to do. */
export function createActionRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  return [
    handle(decideAction, async ({ caller, params, body }) => {
      const wanted = wantedBy(caller, params);
      const decision = {
        wanted,
        actionId: params.actionId,
        ...body.data,
        by: "visitor",
        name: "visitor",
      } as const;
      return { data: presentVisitorMessage(await decideOnAction(deps, writer, decision), deps) };
    }),

    handle(reportPageAction, async ({ caller, params, body }) => {
      const report = { wanted: wantedBy(caller, params), actionId: params.actionId, report: body.data };
      return { data: presentVisitorMessage(await reportFromPage(deps, writer, report), deps) };
    }),

    handle(decideActionForTeam, async ({ caller, params, body }) => {
      const { organizationId, name } = caller;
      const wanted = { organizationId, agentId: params.productId, threadId: params.threadId };
      const decision = { wanted, actionId: params.actionId, ...body.data, by: "team", name } as const;
      return { data: presentMessage(await decideOnAction(deps, writer, decision), deps) };
    }),
  ];
}
