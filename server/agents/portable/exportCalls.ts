import { cloneAgent, exportAgent, getExport } from "../../../shared/contract/agents/templates.ts";
import { defaultBehavior } from "../../../shared/domain/behavior.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { portableFileName } from "../../../shared/domain/portable.ts";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import { refuseLimited } from "../../requests/apiKey.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, RequestFacts, Route } from "../../requests/handle.ts";
import { findAgent } from "../find.ts";
import { presentAgent } from "../present.ts";
import { bringAgent } from "./bring.ts";
import type { PortableDeps } from "./deps.ts";
import { findExport, keepFile } from "./exports.ts";
import { exportPieces, makeFile } from "./makeFile.ts";
import { findFreeName } from "./names.ts";
import { rename } from "./planImport.ts";

/** The calls that take an agent somewhere else: into a file, or into a copy beside it. */
export function exportRoutes(deps: PortableDeps): Route[] {
  const { store, now, parts, findDefaultModel } = deps;

  return [
    handle(exportAgent, async ({ caller, params, query, request }) => {
      const { organizationId, userId } = caller;
      const at = now();
      const row = await findAgent(store.db, { organizationId, agentId: params.productAppId });
      const choice = {
        look: query.look === "true",
        sources: query.sources === "true",
        testCases: query.testCases === "true",
        skills: true,
      };
      if (choice.testCases) checkReader(caller);
      const file = await makeFile(store.db, { row, parts, choice, id: newId(at), now: at });
      const kept = { organizationId, agentId: row.id, kind: "export" as const };
      await store.transaction((tx) => keepFile(tx, { ...kept, createdBy: userId, createdAt: at }, file));
      nameFile(request, file.title);
      return file;
    }),

    handle(getExport, async ({ caller, params, query, request }) => {
      const { organizationId } = caller;
      const agentId = params.productAppId;
      const file = await findExport(store.db, { organizationId, agentId, exportId: query.exportId });
      if (file.evaluation) checkReader(caller);
      nameFile(request, file.title);
      return file;
    }),

    handle(cloneAgent, async ({ caller, params, body }) => {
      refuseLimited(caller);
      const { organizationId, userId } = caller;
      const { name, settings, readsTexts, ...choice } = body.data;
      const agent = presentAgent(await findAgent(store.db, { organizationId, agentId: params.productId }));
      const wished = name ?? (await findFreeName(store.db, organizationId, agent.name));
      const model = (await findDefaultModel(organizationId)) ?? builtinModel;
      const configuration = settings ? { ...agent.configuration, name: wished } : blank(wished, model);
      const { surfaces } = await exportPieces(store.db, {
        ...{ organizationId, agentId: agent.id, parts },
        choice: { look: choice.look, sources: false, testCases: false, skills: false },
      });
      const row = await bringAgent(deps, {
        ...{ asking: { organizationId, userId }, configuration, kept: agent.configuration, readsTexts },
        pieces: surfaces ? { surfaces: rename(surfaces, agent, wished) } : {},
        sharesWith: { agentId: agent.id, choice: { ...choice, skills: settings } },
      });
      return { data: presentAgent(row) };
    }),
  ];
}

/** A file shows test cases to everybody who has it, so they are only for those who may read them here. */
function checkReader(caller: MemberCaller): void {
  if (!caller.may("evaluation.read")) throw new AppError("forbidden");
}

function nameFile(request: RequestFacts, title: string): void {
  request.setHeader("Content-Disposition", `attachment; filename="${portableFileName(title)}"`);
}

/** An agent for which nothing was chosen but its name. */
function blank(name: string, model: string): AgentConfiguration {
  return {
    ...defaultBehavior,
    ...{ name, icon: "compass", description: "", model, instructions: "", language: "auto" },
    personality: { preset: "friendly", text: "" },
  };
}
