import { exportThreads, threadExport } from "../../../shared/contract/conversations/exports/threadExports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { PageRoute } from "../../requests/page.ts";
import { findThread } from "../threads/find.ts";
import { countInboxRows } from "../inbox/inboxRows.ts";
import { findThreadIds } from "../messages/search/searchThreads.ts";
import { keepChosen, readChosen } from "./chosen.ts";
import { createExportAddress } from "./exportAddress.ts";
import { createExportPage } from "./exportPage.ts";
import type { ExportDeps } from "./exportPage.ts";
import { writeExport } from "./writeExport.ts";

const address = createExportAddress("threads", {
  path: "/api/console/v1/threadexports",
  wanted: threadExport,
});

/** The call that gives the address of an export. */
export function createExportRoute({ store, attachmentKey, now }: ExportDeps): Route {
  return handle(exportThreads, async ({ caller, params, body }) => {
    const { organizationId, userId } = caller;
    const { id: agentId } = await findAgent(store.db, { organizationId, agentId: params.productId });
    const { threadIds, ...what } = body.data;
    const { threadId, filter } = what;
    if (threadId !== undefined) {
      const { preview } = await findThread(store.db, { organizationId, agentId, threadId });
      // The inbox has no previews: its file would be empty.
      if (preview) throw new AppError("not_found");
    }
    const asked = { organizationId, agentId, userId };
    if (threadIds && (await countInboxRows(store.reader, { ...asked, filter, threadIds })) === 0) {
      throw new AppError("not_found");
    }
    const chosenId = threadIds && (await keepChosen(store.db, { ...asked, ids: threadIds }, now()));
    return { data: address.make(attachmentKey, { ...asked, chosenId, export: what }, now()) };
  });
}

/** The address itself. */
export function exportPage(deps: ExportDeps): PageRoute {
  const { store } = deps;
  return createExportPage(deps, {
    address,
    name: ({ threadId }) => (threadId === undefined ? "conversations" : "conversation"),
    write: async ({ organizationId, agentId, userId, chosenId, export: what }) => {
      const { filter, threadId, search: words } = what;
      const wanted = { organizationId, agentId, userId, filter, threadId };
      const threadIds = chosenId
        ? await readChosen(store.db, { organizationId, agentId, id: chosenId })
        : words && (await findThreadIds(store, { ...wanted, search: words }));
      return writeExport(store.reader, { ...wanted, ...(threadIds && { threadIds }) }, what);
    },
  });
}
