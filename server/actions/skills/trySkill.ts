import type { BodyOf } from "../../../shared/contract/call.ts";
import type {
  HttpConfig,
  SearchConfig,
  SkillTestResult,
  testSkill,
} from "../../../shared/contract/skills/skills.ts";
import { checkForm } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { runCode } from "../code/runCode.ts";
import type { ExecuteDeps as SendDeps } from "./execute.ts";
import { describeStatus } from "./http/sendRequest.ts";
import type { SkillOutcome } from "./http/sendRequest.ts";
import { readPageResult } from "./client/readPageResult.ts";
import { writeMail } from "./email/writeMail.ts";
import { TemplateProblem } from "./http/fillTemplate.ts";
import { pickResponse } from "./http/pickResponse.ts";
import { failed, trySending } from "./http/trySending.ts";
import { hidden, writeRequest } from "./http/writeRequest.ts";
import { keepRecorded, readRecorded } from "./recorded.ts";
import { renderOutcome } from "./renderOutcome.ts";
import { writeSearch } from "./search/engines.ts";
import { sealKeys, unsealKeys } from "./search/searchKeys.ts";
import { openProviderOf } from "./search/openProvider.ts";
import { searchWeb } from "./search/searchWeb.ts";
import { findSkillRow, unsealSecret } from "./stored.ts";
import type { SkillRow } from "./tables.ts";

interface ExecuteDeps extends SendDeps {
  now: () => number;
}

type Test = BodyOf<typeof testSkill>["data"];

const nothing: SkillTestResult = {
  request: null,
  response: null,
  picked: null,
  answer: null,
  error: null,
  ms: null,
};

/** Tries a skill as it is edited: shows the request, shapes a given response, or sends it. */
export async function trySkill(
  deps: ExecuteDeps,
  { test, signal, ...agent }: AgentKey & { test: Test; signal: AbortSignal },
): Promise<SkillTestResult> {
  const { skill, skillId, mode, mock = "" } = test;
  const saved = skillId === undefined ? null : await findSkillRow(deps.store.db, { ...agent, skillId });
  const checked = checkForm(skill.inputs, test.inputs);
  if ("errors" in checked)
    throw new AppError("invalid_input", {
      fields: Object.entries(checked.errors).map(([name, message]) => ({
        path: `body.data.inputs.${name}`,
        message,
      })),
    });
  const inputs = checked.values;
  const { config } = skill;
  if (config.kind === "form")
    return {
      ...nothing,
      picked: JSON.stringify(inputs),
      answer: renderOutcome(skill.answer, { data: inputs, inputs }),
    };
  if (config.kind === "email") {
    const to = config.to.who === "team" ? config.to.address : "visitor@example.com";
    return { ...nothing, request: writeMail(config, { to, inputs }).shown };
  }
  if (config.kind === "search") return trySearch(deps, saved, { ...agent, test, config, inputs, signal });
  if (config.kind === "end" || config.kind === "handover")
    return {
      ...nothing,
      answer: skill.answer.trim() === "" ? null : renderOutcome(skill.answer, { data: null, inputs }),
    };
  if (config.kind === "code") {
    const { organizationId } = agent;
    const { data, ...outcome } = await runCode(deps.code, { config, inputs, organizationId, signal });
    const answer = outcome.error === null ? renderOutcome(skill.answer, { data, inputs }) : null;
    return { ...outcome, answer };
  }
  if (mode === "mock" || config.kind === "client") {
    const picked = config.kind === "client" ? readPageResult(mock, config) : pickResponse(mock, config.pick);
    if ("problem" in picked) return { ...nothing, error: picked.problem };
    return {
      ...nothing,
      picked: picked.text,
      answer: renderOutcome(skill.answer, { data: picked.data, inputs }),
    };
  }
  if (mode === "recorded") return replay(saved, { skill, inputs });
  const secret = findSecret(deps, saved, test);
  if (mode === "dry") {
    try {
      const key = config.method === "GET" ? null : "made-for-each-run";
      const { shown } = writeRequest({ config, values: inputs, secret, idempotencyKey: key });
      return { ...nothing, request: shown };
    } catch (error) {
      if (error instanceof TemplateProblem) return { ...nothing, error: error.message };
      throw error;
    }
  }
  const { data, ...outcome } = await send(deps, { ...agent, skill, inputs, secret, signal });
  if (saved && outcome.response)
    await keepRecorded(
      deps.store.db,
      { ...agent, skillId: saved.id },
      { response: outcome.response, at: deps.now() },
    );
  const answer = outcome.error === null ? renderOutcome(skill.answer, { data, inputs }) : null;
  return { ...outcome, answer };
}

interface TriedSearch extends AgentKey {
  test: Test;
  config: SearchConfig;
  inputs: FormValues;
  signal: AbortSignal;
}

/** Searches the web, or shows how the first engine would be asked. */
async function trySearch(
  deps: ExecuteDeps,
  saved: SkillRow | null,
  { test: { mode, searchKeys, skill }, config, inputs, signal, ...agent }: TriedSearch,
): Promise<SkillTestResult> {
  const { seal, egress } = deps;
  const [first] = config.engines;
  if (mode === "dry" && first) {
    if (first.engine === "provider")
      return { ...nothing, ...failed("The model's provider is tested with a real search.") };
    const asked = writeSearch(first, config);
    const secret = asked.auth.type === "none" ? null : hidden;
    const { shown } = writeRequest({ config: asked, values: inputs, secret, idempotencyKey: null });
    return { ...nothing, request: shown };
  }
  if (mode !== "real") return { ...nothing, ...failed("A web search is tested with a real search.") };
  const typed = sealKeys(seal, saved ?? { searchKeys: null }, searchKeys);
  const { timeoutSeconds, answer: template } = skill;
  const {
    data,
    usage: _,
    ...outcome
  } = await searchWeb(egress, {
    ...{ config, inputs, timeoutSeconds, signal },
    keys: unsealKeys(seal, { searchKeys: typed }),
    openProvider: openProviderOf(deps, agent, { preview: true }),
  });
  return { ...outcome, answer: outcome.error === null ? renderOutcome(template, { data, inputs }) : null };
}

interface Sent extends AgentKey {
  skill: Test["skill"];
  inputs: FormValues;
  secret: string | null;
  signal: AbortSignal;
}

/** Sends the request as a visitor's would be, with nobody in the visitor's place. */
function send(deps: ExecuteDeps, { skill, inputs, secret, signal, ...agent }: Sent): Promise<SkillOutcome> {
  const { config, timeoutSeconds } = skill;
  const idempotencyKey = crypto.randomUUID();
  if (config.kind === "http" && config.auth.type === "connection")
    return deps.connections.send({
      ...{ ...agent, config, inputs, timeoutSeconds, idempotencyKey, signal, contactId: null },
    });
  return trySending(deps.egress, { skill, inputs, secret, idempotencyKey, signal });
}

/** Shapes the response that was kept, as the skill is edited now. */
function replay(
  saved: SkillRow | null,
  { skill, inputs }: { skill: Test["skill"]; inputs: FormValues },
): SkillTestResult {
  const recorded = saved && readRecorded(saved);
  if (!recorded || skill.config.kind !== "http")
    return { ...nothing, error: "No response is kept yet. Send a request first." };
  const { response } = recorded;
  if (response.status < 200 || response.status > 299)
    return { ...nothing, response, error: describeStatus(response.status) };
  const picked = pickResponse(response.body, skill.config.pick);
  if ("problem" in picked) return { ...nothing, response, error: picked.problem };
  const answer = renderOutcome(skill.answer, { data: picked.data, inputs });
  return { ...nothing, response, picked: picked.text, answer };
}

/** What signs in: the one that is just typed, else the saved one. */
function findSecret(
  { seal }: ExecuteDeps,
  saved: SkillRow | null,
  { secret, skill: { config } }: Test,
): string | null {
  if (config.kind !== "http" || isWithoutSecret(config) || secret === null) return null;
  if (secret !== undefined) return secret;
  return saved && unsealSecret(seal, saved);
}

/** What a connection signs with is kept with the connection. */
function isWithoutSecret({ auth }: HttpConfig): boolean {
  return auth.type === "none" || auth.type === "connection";
}
