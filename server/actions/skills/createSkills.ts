import type { Capability } from "../../agents/capability.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { createCodeRunner } from "../code/createCodeRunner.ts";
import type { CodeRunner } from "../code/createCodeRunner.ts";
import { createOpenapiReader } from "../openapi/createOpenapiReader.ts";
import { skillRoutes } from "./calls.ts";
import type { Connections, OtherSkills, Prepared, SkillDeps } from "./deps.ts";
import { executeSkill } from "./execute.ts";
import type { Execution } from "./execute.ts";
import type { SkillOutcome } from "./http/sendRequest.ts";
import { createFieldOptions } from "./options/fieldOptions.ts";
import { agentSkills, listSkills } from "./part.ts";
import { insertRun, listEffects, newRun, outcomeColumns } from "./runs.ts";
import type { RunPlace } from "./runs.ts";
import { findSkill } from "./stored.ts";
import type { DraftedSkill, StoredSkill } from "./stored.ts";
import { systemSkillRoutes } from "./system/systemCalls.ts";
import { isOffered } from "../../../shared/domain/skillOffers.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";

/** What agents can do. */
export interface Skills extends Capability, Pick<OtherSkills, "answer" | "listAnswers" | "apps"> {
  /** The skills that an answering agent may use. */
  list(agent: AgentKey & { parts: Record<string, unknown> }): Promise<StoredSkill[]>;
  /** The form that visitors of the chat fill in before their first message; null where there is none. */
  findFirstForm(
    agent: AgentKey & { parts: Record<string, unknown> },
    surfaceType: string,
  ): Promise<DraftedSkill | null>;
  /** The skill that says how conversations are handed over; null where there is none. */
  findHandover(agent: AgentKey & { parts: Record<string, unknown> }): Promise<DraftedSkill | null>;
  /** A form as it was shown to somebody, also one that is gone since; null for what was never one. */
  findForm(
    agent: AgentKey & { parts: Record<string, unknown> },
    skillId: string,
  ): Promise<DraftedSkill | null>;
  /** Does what a skill does, once; the caller keeps the result. */
  execute(execution: Execution): Promise<SkillOutcome>;
  /** Runs code of an organization's own, apart from everything else. */
  runCode: CodeRunner["run"];
  /**
   * Runs a skill that changes nothing, and keeps the run; one that asks for something first is kept by the code that
   * shows the form.
   */
  read(reading: Reading): Promise<SkillOutcome & { runId: string }>;
  /** Checks an action before anyone is asked to confirm it: why it can't run, or the current values. */
  prepare(agent: AgentKey, skill: StoredSkill, inputs: FormValues): Promise<Prepared>;
  findSignIn: Connections["findSignIn"];
  acceptSignIn: Connections["acceptSignIn"];
  /** What a conversation has of a skill that waits, runs, or was done. */
  listEffects(place: RunPlace & { skillId: string }): ReturnType<typeof listEffects>;
}

export interface Reading {
  place: RunPlace;
  skill: StoredSkill;
  inputs: FormValues;
  /** The run whose app asks for it. */
  appOf?: string;
  signal: AbortSignal;
}

/** Makes the skills of this process. */
export function createSkills(given: SkillDeps): Skills {
  const code = createCodeRunner();
  const deps = { ...given, code };
  const { store, now, report, others, connections } = deps;
  const openapi = createOpenapiReader();
  const options = createFieldOptions(deps);
  const execute = (execution: Execution) => executeSkill(deps, execution);
  return {
    name: "skills",
    routes: [...systemSkillRoutes(deps), ...skillRoutes(deps, openapi)],
    part: agentSkills,
    async list({ organizationId, agentId, parts }) {
      const own = await listSkills(store.reader, { organizationId, agentId, parts });
      const names = own.map(({ name }) => name);
      const filled = await options.fill({ organizationId, agentId }, own);
      return [...filled, ...(await others.list({ organizationId, agentId }, names))];
    },
    async findFirstForm({ organizationId, agentId, parts }, surfaceType) {
      const own = await listSkills(store.reader, { organizationId, agentId, parts });
      // Before the chat begins, nobody has said who they are.
      const first = own.find(
        (skill) =>
          skill.config.kind === "form" &&
          skill.config.beforeChat &&
          isOffered(skill, { surfaceType, isVerified: false }),
      );
      const [filled] = await options.fill({ organizationId, agentId }, first ? [first] : []);
      return filled ?? null;
    },
    async findHandover(agent) {
      const own = await listSkills(store.reader, agent);
      return own.find(({ config }) => config.kind === "handover") ?? null;
    },
    async findForm({ organizationId, agentId, parts }, skillId) {
      const key = { organizationId, agentId };
      const own = await listSkills(store.reader, { ...key, parts });
      const found =
        own.find(({ id }) => id === skillId) ?? (await findSkill(store.reader, { ...key, skillId }));
      if (found?.config.kind !== "form") return null;
      const [filled] = await options.fill(key, [found]);
      return filled ?? null;
    },
    execute,
    runCode: code.run,
    prepare: async ({ organizationId, agentId }, { config }, inputs) =>
      config.kind === "collection"
        ? others.prepare({ organizationId, agentId, config, inputs })
        : { before: null },
    findSignIn: connections.findSignIn,
    acceptSignIn: connections.acceptSignIn,
    async read({ place, skill, inputs, appOf, signal }) {
      const { organizationId, agentId, contactId = null } = place;
      const at = now();
      const begun = newRun(place, skill, {
        inputs,
        state: "running",
        messageId: null,
        expiresAt: null,
        appOf: appOf ?? null,
        now: at,
      });
      const runId = begun.id;
      const outcome = await execute({
        organizationId,
        agentId,
        skill,
        inputs,
        idempotencyKey: begun.effectKey,
        contactId,
        threadId: place.threadId,
        answerId: place.answerId,
        signal,
      });
      if (outcome.asks) return { ...outcome, runId };
      const kept = insertRun(store.db, { ...begun, ...outcomeColumns(outcome, now()) }).catch(report);
      // Nobody's answer waits for the log, but for what says that it is not done again, and for what a card shows.
      if (skill.oncePerConversation || outcome.app?.pageId) await kept;
      return { ...outcome, runId };
    },
    listEffects: ({ organizationId, threadId, skillId }) =>
      listEffects(store.db, { organizationId, threadId, skillId }),
    apps: others.apps,
    answer: others.answer,
    listAnswers: others.listAnswers,
    stop: async () => void (await Promise.all([openapi.close(), code.close()])),
  };
}
