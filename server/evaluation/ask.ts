import type { AnswerSide } from "../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase, PastTurn } from "../../shared/contract/evaluation/testCase.ts";
import type { ComparedAnswer } from "../../shared/domain/evaluation.ts";
import { checkAnswer } from "../../shared/domain/testCases.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { Answering } from "../answering/answering.ts";

/** What a run asks, as it stood when the run began. */
export interface Asked {
  question: string;
  history: PastTurn[];
  context: Record<string, unknown> | null;
  pageUrl: string | null;
  isVerified: boolean;
  /** They had left an address; absent in runs of before sources had an audience. */
  isIdentified?: boolean;
  /** They are of the team, as a case may ask; likewise. */
  isTeam?: boolean;
  /** What must hold of the answer, for a case. */
  expectation:
    | (Pick<NewTestCase, "kind" | "expected" | "forbidden" | "source"> &
        Partial<Pick<NewTestCase, "wrongSource">>)
    | null;
  /** What the visitor thought of the answer before. */
  rating: 1 | -1 | null;
}

export interface Asking {
  answering: Answering;
  agent: AnsweringAgent;
  /** Null for the draft. */
  version: number | null;
  asked: Asked;
  /** Of the result, for the trace. */
  key: string;
  signal: AbortSignal;
  report: (error: unknown) => void;
}

/** Asks through the pipeline that visitors are answered by. It is a preview: nothing is charged, counted or kept there. */
export async function ask(asking: Asking): Promise<AnswerSide> {
  const { answering, agent, version, asked, key, signal, report } = asking;
  const { question, history, context, pageUrl, expectation } = asked;
  const { isVerified, isIdentified = false, isTeam = false } = asked;
  const person = { contactId: "evaluation", isVerified, isIdentified, isTeam };
  const asker = { ...person, pageUrl, preview: true, answerKey: key };
  const answer = answering.answer({ agent, history, question, context, asker, signal });
  let text = "";
  let fault: string | null = null;
  try {
    await answer.speak((piece) => void (text += piece));
  } catch (thrown) {
    signal.throwIfAborted();
    // One question that can't be answered is its own result, and not the end of the run.
    report(thrown);
    fault = new AppError("model_failed").message;
  }
  signal.throwIfAborted();
  const { error, citations, receipt } = answer.outcome();
  const side: AnswerSide = {
    ...{ version, text, citations, feedback: null, checks: [] },
    error: fault ?? error?.message ?? null,
    receipt: { ...receipt, messageId: key },
  };
  return expectation ? { ...side, checks: checkAnswer(expectation, seeAnswer(side)) } : side;
}

/** An answer as the comparison looks at it. */
export function seeAnswer({ text, citations, error, receipt }: AnswerSide): ComparedAnswer {
  return {
    ...{ text, citations, error },
    isBlocked: typeof receipt?.blockedTopic === "string",
    passages: receipt?.passages ?? [],
    unsupported: receipt?.unsupported?.map(({ text: sentence }) => sentence) ?? [],
  };
}
