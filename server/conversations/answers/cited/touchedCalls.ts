import { listTouchedAnswers } from "../../../../shared/contract/knowledge/syncChanges.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { handle, type Route } from "../../../requests/handle.ts";
import { findRun, findSource } from "../../../knowledge/find.ts";
import type { ConversationDeps } from "../../deps.ts";
import { listTouched } from "./touched.ts";

/** The call for the answers that a sync touched. */
export function createTouchedRoute({ store }: Pick<ConversationDeps, "store">): Route {
  return handle(listTouchedAnswers, async ({ caller, params, query }) => {
    if (!caller.may("conversations.read")) throw new AppError("forbidden");
    const { organizationId } = caller;
    const key = { organizationId, agentId: params.productId, sourceId: params.datasourceId };
    const run = await findRun(store.db, await findSource(store.db, key), params.syncHistoryId);
    const { items, total } = await listTouched(store.reader, { organizationId, runId: run.id }, query);
    return { items, page: { page: query.page, limit: query.limit, total } };
  });
}
