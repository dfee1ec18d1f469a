import type { CodeConfig } from "../../../shared/contract/skills/skills.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { pickResponse } from "../skills/http/pickResponse.ts";
import type { SkillOutcome } from "../skills/http/sendRequest.ts";
import type { CodeRunner } from "./createCodeRunner.ts";

interface CodeUse {
  config: CodeConfig;
  inputs: FormValues;
  organizationId: string;
  signal: AbortSignal;
}

/** Runs a skill's code; what goes wrong is in the outcome. */
export async function runCode(
  runner: Pick<CodeRunner, "run">,
  { config, inputs, organizationId, signal }: CodeUse,
): Promise<SkillOutcome> {
  const begun = performance.now();
  const { text, problem } = await runner.run({ code: config.code, inputs }, { organizationId, signal });
  const base = { request: null, response: null, ms: Math.round(performance.now() - begun) };
  if (text === undefined) return { ...base, picked: null, data: null, error: problem };
  const picked = pickResponse(text, "");
  if ("problem" in picked) return { ...base, picked: null, data: null, error: picked.problem };
  return { ...base, picked: picked.text, data: picked.data, error: null };
}
