import {
  getImport,
  getReplacement,
  importAgent,
  replaceAgent,
  sendImport,
} from "../../../shared/contract/agents/templates.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../../shared/domain/models.ts";
import { newId } from "../../database/ids.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { findAgent } from "../find.ts";
import { presentAgent } from "../present.ts";
import { bringAgent } from "./bring.ts";
import type { PortableDeps } from "./deps.ts";
import { findImportable, keepFile } from "./exports.ts";
import { exportPieces } from "./makeFile.ts";
import { fillFile } from "./fillFile.ts";
import { findPlaceholders } from "./findPlaceholders.ts";
import { findFreeName } from "./names.ts";
import { planImport } from "./planImport.ts";
import { replaceDraft } from "./replace.ts";
import { stripFile } from "./stripSecrets.ts";
import { summarize } from "./summary.ts";
import { countUse } from "./uses.ts";

/** The calls on imports: what one would bring, a new agent of it, an old one replaced by it. */
export function importRoutes(deps: PortableDeps): Route[] {
  const { store, now, parts, findDefaultModel, hasWay } = deps;
  const all = { look: true, sources: true, testCases: true };
  const sourcesAlone = { look: false, sources: true, testCases: false, skills: false };

  async function findPlanning(organizationId: string) {
    return { defaultModel: (await findDefaultModel(organizationId)) ?? builtinModel };
  }

  async function findUnreachable(organizationId: string, { agent }: PortableFile) {
    const models = [agent.model, agent.fallbackModel].flatMap((value) => findModel(value ?? "") ?? []);
    const missing = new Map<string, LanguageModelEntry>();
    for (const entry of models) {
      const { provider, value } = entry;
      if (provider === "own" || missing.has(provider)) continue;
      if (!(await hasWay(organizationId, value))) missing.set(provider, entry);
    }
    return [...missing.values()];
  }

  async function summarizeNew(organizationId: string, file: PortableFile) {
    const freeName = await findFreeName(store.db, organizationId, file.agent.name);
    const plan = planImport(file, { name: freeName, ...(await findPlanning(organizationId)), ...all });
    const unreachable = await findUnreachable(organizationId, file);
    return { data: summarize({ file, plan, freeName, ownSources: [], unreachable }) };
  }

  return [
    handle(sendImport, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const at = now();
      // The file's own id is another installation's: here it gets a new one.
      const file = stripFile({ ...body.data.file, id: newId(at) });
      const row = { organizationId, agentId: null, kind: "sent" as const, createdBy: userId, createdAt: at };
      await store.transaction((tx) => keepFile(tx, row, file));
      return summarizeNew(organizationId, file);
    }),

    handle(getImport, async ({ caller, params }) => {
      const { organizationId, agentIds } = caller;
      const { file } = await findImportable(store.db, { organizationId, agentIds, ...params });
      return summarizeNew(organizationId, file);
    }),

    handle(getReplacement, async ({ caller, params }) => {
      const { organizationId, agentIds } = caller;
      const { productId: agentId, exportId } = params;
      const agent = presentAgent(await findAgent(store.db, { organizationId, agentId }));
      const { file } = await findImportable(store.db, { organizationId, agentIds, exportId });
      const { name, configuration: replaced } = agent;
      const plan = planImport(file, { name, replaced, ...(await findPlanning(organizationId)), ...all });
      const own = await exportPieces(store.db, {
        organizationId,
        agentId: agent.id,
        parts,
        choice: sourcesAlone,
      });
      const known = new Set((own.knowledge?.sources ?? []).map(({ config }) => JSON.stringify(config)));
      const ownSources = (file.knowledge?.sources ?? []).filter(({ config }) =>
        known.has(JSON.stringify(config)),
      );
      const unreachable = await findUnreachable(organizationId, file);
      return { data: summarize({ file, plan, freeName: null, ownSources, unreachable }) };
    }),

    handle(importAgent, async ({ caller, params, body }) => {
      const { organizationId, userId, agentIds } = caller;
      const { name, model, readsTexts, fills, ...choice } = body.data;
      const found = await findImportable(store.db, { organizationId, agentIds, ...params });
      const { templateId } = found;
      const file = fillFile(found.file, fills);
      const wished = name ?? (await findFreeName(store.db, organizationId, file.agent.name));
      const plan = planImport(file, {
        ...{ name: wished, model, ...choice, ...(await findPlanning(organizationId)) },
      });
      // Visitors would read "[Restaurant name]".
      const isOpen = templateId !== null && findPlaceholders(plan.configuration, plan.pieces).length > 0;
      const row = await bringAgent(deps, {
        ...{ ...plan, asking: { organizationId, userId }, readsTexts, isPaused: isOpen },
        alongside: async (tx, agent) => {
          if (templateId !== null) await countUse(tx, { ...agent, templateId, now: now() });
        },
      });
      return { data: presentAgent(row) };
    }),

    handle(replaceAgent, async ({ caller, params, body }) => {
      const { organizationId, agentIds } = caller;
      const { productId: agentId, exportId } = params;
      const { revision, lookRevision, name, model, ...choice } = body.data;
      const agent = presentAgent(await findAgent(store.db, { organizationId, agentId }));
      const { file, templateId } = await findImportable(store.db, { organizationId, agentIds, exportId });
      const plan = planImport(file, {
        ...{ name: name ?? agent.name, replaced: agent.configuration, model, ...choice },
        ...(await findPlanning(organizationId)),
      });
      const key = { organizationId, agentId };
      const compared = { by: caller, revision, lookRevision };
      const row = await replaceDraft(deps, { ...key, ...plan, ...compared, title: file.title });
      if (templateId !== null) {
        await store.transaction((tx) => countUse(tx, { ...key, templateId, now: now() }));
      }
      return { data: presentAgent(row) };
    }),
  ];
}
