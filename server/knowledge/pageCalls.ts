import {
  getPage,
  listPassages,
  refreshPage,
  removeEdit,
  updatePage,
  updatePassage,
} from "../../shared/contract/knowledge/pages.ts";
import { listPages, removePage } from "../../shared/contract/knowledge/knowledge.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle, type MemberCaller, type Route } from "../requests/handle.ts";
import { findPage, findSource, lockSource, type SourceKey } from "./find.ts";
import { editPassage, takeEditBack } from "./pages/editPassage.ts";
import { listSourcePages, presentPageDetail } from "./pages/listPages.ts";
import { listPagePassages } from "./pages/listPassages.ts";
import { switchPage } from "./pages/switchPage.ts";
import { presentRun, readConfig } from "./present.ts";
import { placeOfPage } from "./kinds/kinds.ts";
import { withoutQuestion } from "./kinds/qa/questions.ts";
import type { SearchPool } from "./retrieval/searchPool.ts";
import { createSourceWork, type SourceWorkDeps } from "./sourceWork.ts";
import { dropPage, excludePage } from "./sync/pageRows.ts";
import { findActiveRun } from "./sync/runs.ts";
import { refreshCounts } from "./sync/sourceCounts.ts";
import type { DataSourceRow, PageRow } from "./tables.ts";
import { queueEmbedding } from "./vectors/queueEmbedding.ts";

export interface PageCallDeps extends SourceWorkDeps {
  search: SearchPool;
}

/** The calls on single pages of a source: what the agent reads of it, and what a person makes of that. */
export function pageRoutes({ search, ...deps }: PageCallDeps): Route[] {
  const { store, now } = deps;
  const { startRun, changeConfig } = createSourceWork(deps);

  function keyOf(
    { organizationId }: MemberCaller,
    { productId, datasourceId }: { productId: string; datasourceId: string },
  ): SourceKey {
    return { organizationId, agentId: productId, sourceId: datasourceId };
  }

  /** What a page says to the search was changed outside of any sync. */
  async function noteChange(key: SourceKey): Promise<void> {
    await store.transaction((tx) => queueEmbedding(tx, deps.jobs, { ...key, now: now() }));
    await refreshCounts(store, key);
  }

  async function present({ organizationId, sourceId }: SourceKey, id: string) {
    return { data: await presentPageDetail(store.db, { organizationId, sourceId, id }) };
  }

  return [
    handle(listPages, async ({ caller, params, query }) => {
      const source = await findSource(store.db, keyOf(caller, params));
      return listSourcePages(store.reader, source, query);
    }),

    handle(getPage, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await findSource(store.db, key);
      return present(key, params.pageId);
    }),

    handle(listPassages, async ({ caller, params, query }) => {
      const source = await findSource(store.db, keyOf(caller, params));
      return listPagePassages(store.reader, await findPage(store.db, source, params.pageId), query);
    }),

    handle(updatePage, async ({ caller, params, body }) => {
      const key = keyOf(caller, params);
      await switchPage({ store, search, key, pageId: params.pageId }, body.data.enabled);
      await noteChange(key);
      return present(key, params.pageId);
    }),

    handle(refreshPage, async ({ caller, params }) => {
      const run = await store.transaction(async (tx) => {
        const source = await lockSource(tx, keyOf(caller, params));
        const page = await findPage(tx, source, params.pageId);
        if (await findActiveRun(tx, source)) {
          throw new AppError("conflict", {
            message: "This source is being synced. Read the page again when that has ended.",
          });
        }
        return startRun(tx, source, { trigger: "manual", ...chooseOnly(source, page) });
      });
      return { data: presentRun(run) };
    }),

    handle(updatePassage, async ({ caller, params, body }) => {
      const key = keyOf(caller, params);
      const { passageId, pageId } = params;
      await editPassage({ store, search, key, pageId, now }, { passageId, ...body.data, by: caller });
      await noteChange(key);
      return present(key, pageId);
    }),

    handle(removeEdit, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await takeEditBack({ store, search, key, pageId: params.pageId, now }, params.editId);
      await noteChange(key);
      return present(key, params.pageId);
    }),

    handle(removePage, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await store.transaction(async (tx) => {
        const source = await lockSource(tx, key);
        const page = await findPage(tx, source, params.pageId);
        const config = readConfig(source);
        if (config.kind !== "qa") return excludePage(tx, page);
        // A question's page is the question: it goes with it, and comes back where a version brings it back.
        const questions = withoutQuestion(config.questions, page.key);
        await dropPage(tx, key, page);
        await changeConfig(tx, source, { name: source.name, config: { ...config, questions } });
      });
      await refreshCounts(store, key);
      return undefined;
    }),
  ];
}

/** Where a page can't be read alone, its source is read as a whole. */
function chooseOnly({ kind }: DataSourceRow, page: PageRow): { only?: string[] } {
  const place = placeOfPage(kind, page);
  return place === null ? {} : { only: [place] };
}
