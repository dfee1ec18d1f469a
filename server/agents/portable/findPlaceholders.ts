import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { Pieces, PortableSource } from "../../../shared/contract/agents/portable.ts";
import { hiddenSecret } from "../../../shared/domain/hideSecrets.ts";
import { listPlaceholders } from "../../../shared/domain/portable.ts";

const most = 100;

/** What is to be replaced by one's own facts in what visitors or the model read; at most a hundred. What stands for a secret is told apart. */
export function findPlaceholders(
  {
    instructions,
    guidance,
    guardrails,
  }: Pick<AgentConfiguration, "instructions" | "guidance" | "guardrails">,
  { surfaces, knowledge }: Pick<Pieces, "surfaces" | "knowledge">,
): string[] {
  const texts = [
    ...[instructions, guardrails.refusal, surfaces?.widget.welcome ?? ""],
    ...guidance.map(({ text }) => text),
    ...(knowledge?.sources ?? []).flatMap(({ config }) => textsOf(config)),
  ];
  return listPlaceholders(texts)
    .filter((mark) => mark !== hiddenSecret)
    .slice(0, most);
}

function textsOf(config: PortableSource["config"]): string[] {
  if (config.kind === "qa") return config.questions.flatMap(({ question, answer }) => [question, answer]);
  return config.kind === "text" ? [config.text] : [];
}
