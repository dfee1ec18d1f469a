import {
  getOwnTemplate,
  getTemplate,
  listTemplates,
  publishTemplate,
  unpublishTemplate,
  updateUsedCount,
} from "../../../shared/contract/agents/templates.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import { handle } from "../../requests/handle.ts";
import type { RequestFacts, Route } from "../../requests/handle.ts";
import { findAgent } from "../find.ts";
import type { PortableDeps } from "./deps.ts";
import { keepFile } from "./exports.ts";
import { makeFile } from "./makeFile.ts";
import { findTemplate, listAll, presentOwn, putTemplate, takeBack } from "./templates.ts";
import { countUse, findUses } from "./uses.ts";

/** The calls on templates: the gallery that everybody sees, and one's own agent in it. */
export function templateRoutes({ store, now, parts }: PortableDeps): Route[] {
  return [
    handle(listTemplates, async ({ query, request }) => {
      const { items, total } = await listAll(store.reader, query);
      letCache(request);
      return { items, page: { page: query.page, limit: query.limit, total } };
    }),

    handle(getTemplate, async ({ params, request }) => {
      const data = await findTemplate(store.db, params.productAppId);
      letCache(request);
      return { data };
    }),

    handle(getOwnTemplate, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await findAgent(store.db, key);
      return { data: await presentOwn(store.db, key) };
    }),

    handle(publishTemplate, async ({ caller, params, body }) => {
      const { organizationId, userId } = caller;
      const key = { organizationId, agentId: params.productId };
      const { look, sources, ...about } = body.data;
      const at = now();
      const row = await findAgent(store.db, key);
      // What visitors asked is nothing for everybody.
      const choice = { look, sources, testCases: false, skills: true };
      const file = await makeFile(store.db, { row, parts, choice, id: newId(at), about, now: at });
      const data = await store.transaction(async (tx) => {
        await takeBack(tx, key);
        await keepFile(tx, { ...key, kind: "template", createdBy: userId, createdAt: at }, file);
        await putTemplate(tx, key, { file, now: at });
        return presentOwn(tx, key);
      });
      if (!data) throw new AppError("not_found");
      return { data };
    }),

    handle(unpublishTemplate, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await findAgent(store.db, key);
      await store.transaction((tx) => takeBack(tx, key));
      return undefined;
    }),

    handle(updateUsedCount, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: body.data.productId };
      await findAgent(store.db, key);
      const { id: templateId } = await findTemplate(store.db, params.productAppId);
      await store.transaction((tx) => countUse(tx, { ...key, templateId, now: now() }));
      const usedCount = (await findUses(store.db, [templateId]))(templateId);
      return { data: { usedCount } };
    }),
  ];
}

/** Public and the same for everybody; a minute is short enough for a template that was taken back. */
function letCache(request: RequestFacts): void {
  request.setHeader("Cache-Control", "public, max-age=60");
}
