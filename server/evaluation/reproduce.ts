import * as v from "valibot";
import { reproduction } from "../../shared/contract/evaluation/evaluation.ts";
import type { Reproduction } from "../../shared/contract/evaluation/evaluation.ts";
import { compareAnswers } from "../../shared/domain/evaluation.ts";
import { findModel } from "../../shared/domain/models.ts";
import { createAnswering } from "../answering/answering.ts";
import { CannotStart } from "../database/cannotStart.ts";
import type { FoundPassage } from "../knowledge/retrieve.ts";
import type { Models } from "../models/models.ts";
import { ask, seeAnswer } from "./ask.ts";

export interface Reproducing {
  /** What the file says. */
  text: string;
  /** The model that answers; the one of the file where it is left out. */
  model: string | undefined;
  models: Pick<Models, "open">;
  report: (error: unknown) => void;
}

/**
 * Answers the question of a reproduction file again, from the passages in it, and gives both answers for the terminal.
 */
export async function reproduce({ text, model, models, report }: Reproducing): Promise<string> {
  const file = readFile(text);
  const chosen = findModel(model ?? file.receipt.model);
  if (!chosen) throw new CannotStart(`There is no model ${model ?? file.receipt.model}.`);
  const configuration = { ...file.configuration, model: chosen.value, fallbackModel: null };
  const answering = createAnswering({ retrieve: async () => file.receipt.passages.map(toFound), models });
  const now = await ask({
    answering,
    agent: { ...nobody, version: file.agentVersion, configuration },
    version: null,
    asked: {
      ...{ question: file.question, history: file.history, context: file.context, pageUrl: file.page },
      ...{ isVerified: file.isVerified, expectation: null, rating: null },
    },
    key: "reproduction",
    signal: new AbortController().signal,
    report,
  });
  const before = {
    ...{ version: file.agentVersion, text: file.answer.text, error: file.answer.error, checks: [] },
    citations: file.answer.citations.map((citation) => ({ ...unknownPlace, ...citation })),
    ...{ receipt: file.receipt, feedback: file.answer.feedback },
  };
  const { verdict, reasons } = compareAnswers({
    ...{ question: file.question, before: seeAnswer(before), after: seeAnswer(now) },
    ...{ rating: file.answer.feedback?.value ?? null, checks: null },
  });
  const fallback = now.receipt?.fallback ? `\n(${now.receipt.fallback.reason})` : "";
  return [
    `Question\n${file.question}`,
    `Answer of version ${file.agentVersion}, ${file.receipt.model}\n${describe(before)}`,
    `Answer now, ${now.receipt?.model ?? chosen.value}${fallback}\n${describe(now)}`,
    `Compared by words: ${verdict}\n${reasons.map((reason) => `- ${reason.text}`).join("\n")}`,
  ]
    .join("\n\n")
    .replace(unshown, "");
}

/** What a terminal obeys: the file comes from somewhere else. */
const unshown = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

const largestFile = 5_000_000;

function readFile(text: string): Reproduction {
  if (text.length > largestFile) throw new CannotStart("This file is too large for a reproduction file.");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CannotStart("This file is not JSON: download it again from the answer in the inbox.");
  }
  const read = v.safeParse(reproduction, json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new CannotStart(`This is no reproduction file: ${v.getDotPath(issue) ?? "it"}: ${issue.message}`);
}

const nobody = { organizationId: "", agentId: "", status: "live", parts: {} } as const;
const unknownPlace = { sourceId: "", pageId: "", passageId: "", headings: [], position: null };

function toFound(passage: Reproduction["receipt"]["passages"][number]): FoundPassage {
  const { passageId, pageId, title, url, text, around, score } = passage;
  const found = { passageId, pageId, title, url, text, ...(around && { around }), score };
  return { ...found, sourceId: "", headings: [], position: null };
}

function describe({ text, error }: { text: string; error: string | null }): string {
  return [text.trim() || "(nothing)", ...(error === null ? [] : [`! ${error}`])].join("\n");
}
