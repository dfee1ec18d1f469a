import {
  countAllThreads,
  getAllThreadFilters,
  getThreadOfAny,
  listAllThreads,
  searchAllThreads,
} from "../../../shared/contract/conversations/inbox/allThreads.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { presentFound } from "../messages/search/presentFound.ts";
import { searchThreads } from "../messages/search/searchThreads.ts";
import { describeThread, describeThreads } from "../threads/describeThreads.ts";
import { readAllFilters } from "./allFilters.ts";
import { countChoices } from "./countChoices.ts";
import { listInboxRows } from "./inboxRows.ts";

/** The inbox over all agents that a member may reach. */
export function createAllThreadsRoutes({ store, now }: ConversationDeps): Route[] {
  /** A key that is for certain agents has nothing of the others. */
  async function listReached({ organizationId, agentIds }: MemberCaller, agentId?: string) {
    const rows = await store.reader
      .selectFrom("agents")
      .select("id")
      .where("organizationId", "=", organizationId)
      .$if(agentIds !== null, (query) => query.where("id", "in", [...(agentIds ?? []), ""]))
      .$if(agentId !== undefined, (query) => query.where("id", "=", agentId ?? ""))
      .execute();
    return rows.map(({ id }) => id);
  }

  async function readWanted<Filter extends object>(caller: MemberCaller, filter: Filter, agentId?: string) {
    const { organizationId, userId } = caller;
    return { organizationId, userId, filter, agentId: await listReached(caller, agentId) };
  }

  return [
    handle(listAllThreads, async ({ caller, query }) => {
      const { page, limit, sort, agentId, ...filter } = query;
      const wanted = await readWanted(caller, filter, agentId);
      const { rows, total } = await listInboxRows(store.reader, { ...wanted, page, limit, sort });
      return { items: await describeThreads(store.reader, rows), page: { page, limit, total } };
    }),

    handle(searchAllThreads, async ({ caller, query }) => {
      const { page, limit, search, agentId, ...filter } = query;
      const wanted = await readWanted(caller, filter, agentId);
      const { found, total, isCut } = await searchThreads(store, { ...wanted, search, page, limit });
      return { items: await presentFound(store.reader, found, search), page: { page, limit, total }, isCut };
    }),

    handle(getAllThreadFilters, async ({ caller }) => {
      const { organizationId, userId } = caller;
      const asked = { organizationId, userId, agentId: await listReached(caller), now: now() };
      return { data: await readAllFilters(store.reader, asked) };
    }),

    handle(countAllThreads, async ({ caller, query: { agentId, ...filter } }) => ({
      data: await countChoices(store.reader, await readWanted(caller, filter, agentId)),
    })),

    handle(getThreadOfAny, async ({ caller, params }) => {
      const { agentId, organizationId } = await readWanted(caller, {});
      const row = await store.db
        .selectFrom("threads")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("id", "=", params.threadId)
        .executeTakeFirst();
      if (!row || !agentId.includes(row.agentId)) throw new AppError("not_found");
      return { data: await describeThread(store.db, row) };
    }),
  ];
}
