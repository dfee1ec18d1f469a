import {
  createSkill,
  listSkillRuns,
  listSkills,
  readFieldOptions,
  readOpenapi,
  removeSkill,
  testSkill,
  updateSkill,
} from "../../../shared/contract/skills/skills.ts";
import type { HandoverConfig, Skill, SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { Egress } from "../../egress/egress.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import type { OpenapiReader } from "../openapi/createOpenapiReader.ts";
import { OpenapiError } from "../openapi/OpenapiError.ts";
import type { SkillDeps } from "./deps.ts";
import type { ExecuteDeps } from "./execute.ts";
import { presentRun, presentSkill } from "./present.ts";
import { readOptions } from "./options/readOptions.ts";
import { readOperations } from "./readOperations.ts";
import { countUses, listRuns } from "./runs.ts";
import { refuseMail, refuseSearch, refuseUnfilled } from "./system/refuseUnfilled.ts";
import { changeSkill, deleteSkill, findSkillRow, insertSkill, listSkillRows } from "./stored.ts";
import type { SkillRow } from "./tables.ts";
import { trySkill } from "./trySkill.ts";

const countedForMs = 7 * 24 * 60 * 60_000;

/** The calls on the skills of an agent's draft. */
export function skillRoutes(deps: SkillDeps & Pick<ExecuteDeps, "code">, openapi: OpenapiReader): Route[] {
  const { store, egress, seal, connections, now } = deps;

  async function present(rows: readonly SkillRow[]): Promise<Skill[]> {
    const [first] = rows;
    if (!first) return [];
    const counted = await countUses(store.reader, {
      organizationId: first.organizationId,
      skillIds: rows.map(({ id }) => id),
      since: now() - countedForMs,
    });
    const bySkill = new Map(counted.map((row) => [row.skillId, row]));
    return rows.map((row) => {
      const use = bySkill.get(row.id);
      const lastUsedAt = use?.lastUsedAt == null ? null : Number(use.lastUsedAt);
      return presentSkill(row, {
        uses: Number(use?.uses ?? 0),
        failures: Number(use?.failures ?? 0),
        lastUsedAt,
      });
    });
  }

  async function presentOne(row: SkillRow): Promise<Skill> {
    const [skill] = await present([row]);
    if (!skill) throw new AppError("not_found");
    return skill;
  }

  /** Refuses an address that no request may go to. Inputs may change its path, never its host. */
  async function check(agent: AgentKey, { config, inputs, risk }: SkillDraft): Promise<void> {
    for (const [at, { apiCache }] of inputs.entries())
      if (apiCache) await checkAddress(apiCache.url, `inputs.${at}.apiCache.url`);
    if (config.kind === "email") return refuseMail(config, risk);
    if (config.kind === "handover") {
      if (risk !== "read")
        throw new AppError("invalid_input", {
          fields: [{ path: "body.data.risk", message: "A handover needs no approval. Set risk to read." }],
        });
      return refuseTeam(agent, config);
    }
    if (config.kind === "search") {
      refuseSearch(config, inputs, "body.data");
      for (const [at, engine] of config.engines.entries())
        if (engine.engine === "searxng") await checkAddress(engine.url, `config.engines.${at}.url`);
      return;
    }
    if (config.kind !== "http") return;
    refuseUnfilled(config, "body.data.config");
    if (config.auth.type === "connection") {
      const problem = await connections.check(agent, config);
      if (!problem) return;
      const { path, message } = problem;
      throw new AppError("invalid_input", { fields: [{ path: `body.data.config.${path}`, message }] });
    }
    await checkAddress(config.url.replace(/[{}]/g, ""), "config.url");
  }

  /** A team of another organization gets nothing. */
  async function refuseTeam({ organizationId }: AgentKey, { teamId }: HandoverConfig): Promise<void> {
    if (teamId === null) return;
    const found = await store.reader
      .selectFrom("userGroups")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("id", "=", teamId)
      .executeTakeFirst();
    if (found) return;
    throw new AppError("invalid_input", {
      fields: [
        { path: "body.data.config.teamId", message: "This team no longer exists. Choose another one." },
      ],
    });
  }

  async function checkAddress(url: string, path: string): Promise<void> {
    await egress.check(url).catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw new AppError("invalid_input", {
        fields: [{ path: `body.data.${path}`, message: error.message }],
      });
    });
  }

  return [
    handle(listSkills, async ({ caller, params, query: { page, limit } }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.reader, agent);
      const rows = await listSkillRows(store.reader, agent);
      const shown = rows.slice((page - 1) * limit, page * limit);
      return { items: await present(shown), page: { page, limit, total: rows.length } };
    }),

    handle(createSkill, async ({ caller, params, body }) => {
      const { secret, searchKeys, ...draft } = body.data;
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      await check(agent, draft);
      const row = await store.transaction((tx) =>
        insertSkill(seal, tx, { ...agent, draft, secret, searchKeys, now: now() }),
      );
      return { data: await presentOne(row) };
    }),

    handle(updateSkill, async ({ caller, params, body }) => {
      const { secret, searchKeys, id: skillId, updatedAt: readAt, ...draft } = body.data;
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      await check(agent, draft);
      const change = { ...agent, skillId, readAt, draft, secret, searchKeys, now: now() };
      return { data: await presentOne(await store.transaction((tx) => changeSkill(seal, tx, change))) };
    }),

    handle(removeSkill, async ({ caller, params }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      await store.transaction((tx) => deleteSkill(tx, { ...agent, skillId: params.skillId, now: now() }));
      return undefined;
    }),

    handle(testSkill, async ({ caller, params, body, request }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      const { skill, mode } = body.data;
      if (mode === "real" && skill.config.kind === "http")
        refuseUnfilled(skill.config, "body.data.skill.config");
      if (skill.config.kind === "search") refuseSearch(skill.config, skill.inputs, "body.data.skill");
      return { data: await trySkill(deps, { ...agent, test: body.data, signal: request.signal }) };
    }),

    handle(listSkillRuns, async ({ caller, params, query: { page, limit } }) => {
      const agent = keyOf(caller, params);
      const { organizationId, id: skillId } = await findSkillRow(store.reader, {
        ...agent,
        skillId: params.skillId,
      });
      const { rows, total } = await listRuns(store.reader, {
        organizationId,
        skillIds: [skillId],
        page,
        limit,
      });
      return { items: rows.map(presentRun), page: { page, limit, total } };
    }),

    handle(readFieldOptions, async ({ caller, params, body, request }) => {
      await findAgent(store.db, keyOf(caller, params));
      const read = await readOptions(egress, body.data, request.signal);
      if ("problem" in read) throw new AppError("invalid_input", { message: read.problem });
      return { data: read };
    }),

    handle(readOpenapi, async ({ caller, params, body, request }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      try {
        const asker = { organizationId: agent.organizationId, signal: request.signal };
        if ("text" in body.data) {
          const document = await openapi.read(new TextEncoder().encode(body.data.text), asker);
          return { data: readOperations(document) };
        }
        const { url } = body.data;
        return {
          data: readOperations(
            await openapi.read(await fetchDocument(egress, url, asker.signal), asker),
            url,
          ),
        };
      } catch (error) {
        if (!(error instanceof OpenapiError || error instanceof EgressError)) throw error;
        throw new AppError("invalid_input", { message: error.message });
      }
    }),
  ];
}

const longestDocument = 5_000_000;

async function fetchDocument(
  egress: Pick<Egress, "fetch">,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { status, body } = await egress.fetch(url, {
    ...{ method: "GET", headers: { accept: "application/json, application/yaml, */*;q=0.5" }, signal },
    ...{ timeoutMs: 20_000, maxBytes: longestDocument },
  });
  if (status < 200 || status > 299) throw new OpenapiError(`The address answered with ${status}.`);
  return body;
}

function keyOf({ organizationId }: MemberCaller, { productId }: { productId: string }) {
  return { organizationId, agentId: productId };
}
