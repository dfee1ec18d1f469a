import { randomUUID } from "node:crypto";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import type { TestClient } from "../kit/client.ts";
import { makeSynthetic } from "./makeSynthetic.ts";
import { median, percentile } from "./statistics.ts";
import { addTexts, openBenchApp, openVisitor } from "./visitor.ts";

export interface FirstToken {
  passages: number;
  questions: number;
  medianMs: number;
  p95Ms: number;
}

const questions = 60;
/** How often each visitor asks: below the limit of a visitor's sends. */
const questionsEach = 6;

/** How long the built-in model takes from a visitor's request to its first words, with `passages` passages indexed. */
export async function measureFirstToken(server: RunningServer, passages: number): Promise<FirstToken> {
  const app = await openBenchApp(server);
  const { documents, questions: synthetic } = makeSynthetic(passages);
  const indexed = await addTexts(app, server, writeFiles(documents));
  const times: number[] = [];
  for (let asked = 0; asked < questions; asked += questionsEach) {
    const visitor = await openVisitor(app, server);
    for (let number = asked; number < asked + questionsEach; number += 1) {
      times.push(await askOnce(visitor, app.agentId, synthetic[number]?.text ?? ""));
    }
  }
  const counted = times.slice(questionsEach);
  return {
    passages: indexed,
    questions: counted.length,
    medianMs: median(counted),
    p95Ms: percentile(counted, 95),
  };
}

const passagesPerFile = 1000;

/** Markdown with a heading over each passage, so that each becomes one. */
export function writeFiles(documents: { title: string; text: string }[]): string[] {
  const files: string[] = [];
  for (let from = 0; from < documents.length; from += passagesPerFile) {
    const part = documents.slice(from, from + passagesPerFile);
    files.push(part.map(({ title, text }) => `## ${title}\n\n${text}.\n`).join("\n"));
  }
  return files;
}

async function askOnce(visitor: TestClient, productId: string, content: string): Promise<number> {
  const body = { data: { clientId: randomUUID(), content } };
  const startedAt = performance.now();
  let firstAt = Number.NaN;
  for await (const event of visitor.stream(sendMessage, { params: { productId }, body })) {
    if (event.type === "delta" && Number.isNaN(firstAt)) firstAt = performance.now();
  }
  return firstAt - startedAt;
}
