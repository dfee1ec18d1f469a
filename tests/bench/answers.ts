import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultBehavior } from "../../shared/domain/behavior.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import { createAnswering } from "../../server/answering/answering.ts";
import type { Answering } from "../../server/answering/answering.ts";
import type { PastMessage } from "../../server/answering/rewrite.ts";
import { readConfig } from "../../server/config.ts";
import { providerFetch } from "../../server/egress/providerFetch.ts";
import { createModels } from "../../server/models/models.ts";
import { judgeAnswer, readLists } from "./answers/judgeAnswer.ts";
import type { Judged } from "./answers/judgeAnswer.ts";
import { benchAgent, openPages } from "./answers/openPages.ts";
import { readPages, readQuestions } from "./answers/readFolder.ts";
import type { BenchQuestion } from "./answers/readFolder.ts";

/*
 * npm run bench:answers -- FOLDER [--list] [--model VALUE] [--questions FILE]
 * Asks the built-in model the questions of FOLDER/questions.jsonl about the Markdown and HTML files in FOLDER/pages.
 * --list       prints each question with its answer
 * --model      asks a model of the catalog instead, by the keys in the environment
 * --questions  asks the questions of another file
 * The last line is the result as JSON. Verdicts are shares: of the questions with an answer, and `refusedOfNone` of those
 * without one.
 */
const usage = "Say which folder to ask about: FOLDER [--list] [--model VALUE] [--questions FILE]";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    model: { type: "string", default: builtinModel },
    questions: { type: "string" },
  },
});

await main(positionals[0]);

async function main(folder: string | undefined): Promise<void> {
  if (!folder) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const pages = readPages(join(folder, "pages"));
  const questions = readQuestions(options.questions ?? join(folder, "questions.jsonl"));
  const opened = await openPages(pages);
  console.log(`${pages.length} pages, ${opened.passages} passages, ${questions.length} questions`);
  const { models: settings } = readConfig({ ...process.env, DATA_DIR: "" });
  const models = createModels({ settings, fetch: providerFetch });
  const answering = createAnswering({ retrieve: opened.retrieve, models });
  const histories = new Map<string, PastMessage[]>();
  const judged: (Judged & { ms: number; expect: BenchQuestion["expect"] })[] = [];
  try {
    for (const question of questions) {
      const history = histories.get(question.after ?? "") ?? [];
      const { text, citations, ms } = await ask(answering, question.question, history);
      const said: PastMessage[] = [
        { role: "user", content: question.question },
        { role: "assistant", content: text },
      ];
      histories.set(question.id, [...history, ...said]);
      const cited = new Set(citations.map(({ pageId }) => opened.findPage(pageId)));
      const lists = [...cited].flatMap((page) => (page ? readLists(page.text) : []));
      const verdict = judgeAnswer({ question, text, citations, lists });
      judged.push({ ...verdict, ms, expect: question.expect });
      if (options.list) printAnswer(question, text, verdict);
    }
  } finally {
    await opened.close();
  }
  console.log(JSON.stringify(summarize(judged)));
}

async function ask(answering: Answering, question: string, history: PastMessage[]) {
  const from = performance.now();
  const answer = answering.answer({
    agent: {
      ...benchAgent,
      ...{ status: "live", version: 1, parts: {} },
      configuration: {
        ...{ name: "Assistant", icon: "lamp", description: "", model: options.model },
        ...{ personality: { preset: "friendly", text: "" }, instructions: "", language: "auto" },
        ...defaultBehavior,
      },
    },
    asker: { contactId: "contact", isVerified: false, pageUrl: null, preview: false, answerKey: "answer" },
    ...{ context: null, history, question, signal: new AbortController().signal },
  });
  let text = "";
  await answer.speak((piece) => void (text += piece));
  return { text, citations: answer.outcome().citations, ms: performance.now() - from };
}

function printAnswer({ id, question, expect }: BenchQuestion, text: string, judged: Judged): void {
  console.log(`\n=== ${id} · ${judged.verdict} (${expect})${judged.cutLists ? " · cut list" : ""}`);
  console.log(`${question}\n---\n${text}`);
}

function summarize(judged: readonly (Judged & { ms: number; expect: BenchQuestion["expect"] })[]) {
  const withAnswer = judged.filter(({ expect }) => expect === "answer");
  const none = judged.filter(({ expect }) => expect === "none");
  const answered = withAnswer.filter(({ isFirstQuoteRight }) => isFirstQuoteRight !== null);
  const share = <One>(all: readonly One[], isMeant: (one: One) => boolean) =>
    all.length === 0 ? null : round(all.filter(isMeant).length / all.length);
  const times = judged.map(({ ms }) => ms);
  return {
    questions: judged.length,
    complete: share(withAnswer, ({ verdict }) => verdict === "complete"),
    partly: share(withAnswer, ({ verdict }) => verdict === "partly"),
    wrong: share(withAnswer, ({ verdict }) => verdict === "wrong"),
    falseSilence: share(withAnswer, ({ verdict }) => verdict === "falseSilence"),
    refusedOfNone: share(none, ({ verdict }) => verdict === "refused"),
    firstQuoteRight: share(answered, ({ isFirstQuoteRight }) => isFirstQuoteRight === true),
    extraQuotes:
      answered.length === 0
        ? null
        : round(answered.reduce((sum, { extraQuotes }) => sum + extraQuotes, 0) / answered.length),
    cutLists: judged.reduce((sum, { cutLists }) => sum + cutLists, 0),
    ms: times.length === 0 ? null : round(times.reduce((sum, one) => sum + one, 0) / times.length),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
