import type { PortableFile, PortableSource } from "../../../shared/contract/agents/portable.ts";
import { fillPlaceholders, type Filled } from "../../../shared/domain/placeholders.ts";

/** The file of an agent with facts where it left places open. */
export function fillFile(file: PortableFile, fills: readonly Filled[]): PortableFile {
  if (fills.length === 0) return file;
  const fill = (text: string) => fillPlaceholders(text, fills);
  const { agent, surfaces, knowledge } = file;
  const { instructions, guidance, guardrails } = agent;
  return {
    ...file,
    agent: {
      ...agent,
      instructions: fill(instructions),
      guidance: guidance.map((rule) => ({ ...rule, text: fill(rule.text) })),
      guardrails: { ...guardrails, refusal: fill(guardrails.refusal) },
    },
    ...(surfaces?.widget.welcome !== undefined && {
      surfaces: { ...surfaces, widget: { ...surfaces.widget, welcome: fill(surfaces.widget.welcome) } },
    }),
    ...(knowledge && {
      knowledge: { ...knowledge, sources: knowledge.sources.map((source) => fillSource(source, fill)) },
    }),
  };
}

function fillSource(source: PortableSource, fill: (text: string) => string): PortableSource {
  const { config } = source;
  if (config.kind === "text") return { ...source, config: { ...config, text: fill(config.text) } };
  if (config.kind !== "qa") return source;
  const questions = config.questions.map((one) => ({
    ...one,
    question: fill(one.question),
    answer: fill(one.answer),
  }));
  return { ...source, config: { ...config, questions } };
}
