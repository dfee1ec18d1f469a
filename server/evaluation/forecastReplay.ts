import type { ReplayForecast } from "../../shared/contract/evaluation/replay.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import { forecastCredits } from "../answering/forecastCredits.ts";
import { wouldAskVectors } from "../knowledge/vectors/wouldAskVectors.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findRunAgent, planCases } from "./planRun.ts";
import { findVisitorQuestions } from "./visitorQuestions.ts";

/** Gives what a replay that began now would ask, and what that would cost. */
export async function forecastReplay(
  { store: { reader }, models, now }: EvaluationDeps,
  key: AgentKey,
): Promise<ReplayForecast> {
  const { publishedVersion } = await findAgent(reader, key);
  const visitors = await findVisitorQuestions(reader, key, now());
  const cases = await planCases(reader, key);
  const versions = [null, publishedVersion].map(async (version) =>
    forecastCredits(await findRunAgent(reader, { ...key, version }), models),
  );
  const [ofDraft, ofPublished] = await Promise.all(versions);
  // A case is asked of both: nobody has asked it of the public version before.
  const asked = [...visitors, ...cases].map((planned) => ofDraft?.(planned.asked) ?? 0);
  const before = cases.map((planned) => ofPublished?.(planned.asked) ?? 0);
  const credits = [...asked, ...before].reduce((total, one) => total + one, 0);
  const asksProvider = asked.length > 0 && (await wouldAskVectors(reader, models, key));
  return { visitors: visitors.length, cases: cases.length, credits, asksProvider };
}
