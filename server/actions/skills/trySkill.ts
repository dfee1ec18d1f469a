import type { BodyOf } from "../../../shared/contract/call.ts";
import type { HttpConfig, SkillTestResult, testSkill } from "../../../shared/contract/skills/skills.ts";
import { checkForm } from "../../../shared/domain/forms.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { trySending } from "./execute.ts";
import type { ExecuteDeps } from "./execute.ts";
import { readPageResult } from "./client/readPageResult.ts";
import { TemplateProblem } from "./http/fillTemplate.ts";
import { pickResponse } from "./http/pickResponse.ts";
import { writeRequest } from "./http/writeRequest.ts";
import { renderOutcome } from "./renderOutcome.ts";
import { findSkillRow, unsealSecret } from "./stored.ts";
import type { SkillRow } from "./tables.ts";

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
  if (config.kind === "end")
    return {
      ...nothing,
      answer: skill.answer.trim() === "" ? null : renderOutcome(skill.answer, { data: null, inputs }),
    };
  if (mode === "mock" || config.kind === "client") {
    const picked = config.kind === "client" ? readPageResult(mock, config) : pickResponse(mock, config.pick);
    if ("problem" in picked) return { ...nothing, error: picked.problem };
    return {
      ...nothing,
      picked: picked.text,
      answer: renderOutcome(skill.answer, { data: picked.data, inputs }),
    };
  }
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
  if (config.auth.type === "connection") {
    const { timeoutSeconds } = skill;
    const use = { config, inputs, timeoutSeconds, idempotencyKey: crypto.randomUUID(), signal };
    const { data, ...outcome } = await deps.connections.send({ ...agent, ...use, contactId: null });
    const answer = outcome.error === null ? renderOutcome(skill.answer, { data, inputs }) : null;
    return { ...outcome, answer };
  }
  const attempt = { skill, inputs, secret, idempotencyKey: crypto.randomUUID(), signal };
  const { data, ...outcome } = await trySending(deps.egress, attempt);
  const answer = outcome.error === null ? renderOutcome(skill.answer, { data, inputs }) : null;
  return { ...outcome, answer };
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
