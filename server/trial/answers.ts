import { withoutCitations } from "../../shared/domain/citations.ts";
import type { TrialAnswer } from "../../shared/contract/trial/trial.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import { shorten, toPlainText } from "../answering/plainText.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";
import type { Tx } from "../database/store.ts";
import { newId } from "../database/ids.ts";
import { TryLater } from "../jobs/end.ts";
import type { JobRow } from "../jobs/tables.ts";
import type { TrialDeps } from "./deps.ts";
import { readLearned } from "./present.ts";

/** The kind of the jobs that ask a new agent what it can answer. */
export const trialAnswersJob = "trialAnswers";

const mostAnswers = 3;
/** The most questions asked until three of them are answered with a source. */
const mostAsked = 8;
const longestAnswer = 400;
const lookEveryMs = 1000;

/** Asks a trial's agent questions of its own site once its pages are read, and keeps the answers that cite one of them. */
export async function answerTrial(deps: TrialDeps, id: string, signal: AbortSignal): Promise<void> {
  const { store, now } = deps;
  const row = await store.db.selectFrom("trials").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || row.agentId === null || row.answers !== null || Number(row.expiresAt) <= now()) return;
  const { isReady, hasFailed, titles } = await readLearned(store.db, row.agentId);
  if (!isReady && !hasFailed) throw new TryLater(lookEveryMs);
  const suggestions = JSON.parse(row.suggestions) as string[]; // written by build.ts
  const questions = [...new Set([...suggestions, ...titles])].slice(0, mostAsked);
  const answers: TrialAnswer[] = [];
  for (const question of questions) {
    if (answers.length === mostAnswers) break;
    const answer = await ask(deps, { agentId: row.agentId, question, signal });
    if (answer) answers.push(answer);
  }
  await store.db
    .updateTable("trials")
    .set({ answers: JSON.stringify(answers) })
    .where("id", "=", id)
    .execute();
}

/** A trial whose questions could not be asked shows no answers, and nobody waits for them. */
export async function endAnswers(tx: Tx, { key, state }: JobRow): Promise<void> {
  if (state === "done") return;
  await tx
    .updateTable("trials")
    .set({ answers: "[]" })
    .where("id", "=", key)
    .where("answers", "is", null)
    .execute();
}

/** Null where the answer cites nothing. */
async function ask(
  { store, answering, now, report }: TrialDeps,
  { agentId, question, signal }: { agentId: string; question: string; signal: AbortSignal },
): Promise<TrialAnswer | null> {
  const key = { organizationId: trialOrganizationId, agentId };
  const agent = await findAnsweringAgent(store.db, key, { preview: true });
  if (!agent) return null;
  const audience = { isVerified: false, isIdentified: false, isTeam: false };
  const asker = { ...audience, contactId: "trial", pageUrl: null, preview: true, answerKey: newId(now()) };
  const answer = answering.answer({ agent, history: [], question, context: null, asker, signal });
  let text = "";
  try {
    await answer.speak((piece) => void (text += piece));
  } catch (thrown) {
    signal.throwIfAborted();
    report(thrown);
    return null;
  }
  const { error, citations } = answer.outcome();
  const [source] = citations;
  if (error || !source) return null;
  const said = shorten(toPlainText(withoutCitations(text)), longestAnswer);
  return { question, answer: said, source: { title: source.title, url: source.url } };
}
