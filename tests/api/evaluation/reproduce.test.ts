import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import type { Reproduction } from "../../../shared/contract/evaluation/evaluation.ts";
import { defaultBehavior } from "../../../shared/domain/behavior.ts";
import { say, startModelProvider } from "../../kit/models/modelProvider.ts";
import { root } from "../../structure/files.ts";

const run = promisify(execFile);

/** Runs the command in an empty folder, as somebody does who only got the file. */
async function reproduce(text: string, given: string[] = [], env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-reproduce-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "answer.json"), text);
  const settings = { PATH: process.env["PATH"], DATA_DIR: join(folder, "data"), ...env };
  const args = ["server/cli.ts", "reproduce", join(folder, "answer.json"), ...given];
  const { stdout } = await run(process.execPath, args, { cwd: root, env: settings });
  return { stdout, left: readdirSync(folder) };
}

it("a reproduction gets a new answer from the built-in model, and leaves nothing behind", async () => {
  const { stdout, left } = await reproduce(JSON.stringify(file));
  expect(stdout).toContain("I did not find an answer");
  expect(stdout).toContain("You can return a lamp within 60 days.");
  expect(stdout).toContain("Compared by words: better");
  expect(stdout).not.toContain("\u001b");
  expect(left).toEqual(["answer.json"]);
});

it("a reproduction asks the given model", async () => {
  const provider = await startModelProvider();
  provider.script(say("chat", ["Within 60 days [1]."]));
  const env = { OPENAI_API_KEY: "key-1", OPENAI_BASE_URL: `${provider.url}/v1` };
  const { stdout } = await reproduce(JSON.stringify(file), ["gpt-4o"], env);
  expect(stdout).toContain("Answer now, gpt-4o\nWithin 60 days [1].");
  expect(JSON.stringify(provider.requests[0]?.body)).toContain("You can return a lamp within 60 days.");
});

it.each([
  ["invalid JSON", "hello", /not JSON/],
  ["another file", JSON.stringify({ format: "other" }), /no reproduction file: format/],
  ["a file without its fields", JSON.stringify({ a: 1 }), /no reproduction file/],
  ["a deeply nested file", "[".repeat(100_000), /not JSON|no reproduction file/],
])("a reproduction refuses %s with a sentence", async (_, text, message) => {
  await expect(reproduce(text)).rejects.toMatchObject({ stderr: expect.stringMatching(message) });
});

it("a reproduction refuses an unknown model", async () => {
  const refused = reproduce(JSON.stringify(file), ["nothing-5"]);
  await expect(refused).rejects.toMatchObject({
    stderr: expect.stringContaining("There is no model nothing-5."),
  });
});

const question = "How long can I return a lamp?";
const file: Reproduction = {
  format: "pilothouse-reproduction",
  formatVersion: 1,
  product: "0.0.0",
  madeAt: 1,
  question,
  history: [],
  context: null,
  page: null,
  isVerified: false,
  agentVersion: 2,
  configuration: {
    name: "Lumi",
    icon: "compass",
    description: "",
    personality: { preset: "friendly", text: "" },
    model: "pilothouse-builtin",
    instructions: "",
    language: "auto",
    ...defaultBehavior,
  },
  answer: {
    text: "\u001b[2JI did not find an answer to this in the pages I know.",
    status: "sent",
    error: null,
    citations: [],
    feedback: null,
  },
  receipt: {
    messageId: "answer",
    question,
    rewrittenQuestion: null,
    passages: [
      {
        ...{ passageId: "p1", pageId: "g1", title: "Returns", url: null, score: 3, cited: false },
        text: "You can return a lamp within 60 days. Returns are free of charge.",
      },
    ],
    ...{
      model: "pilothouse-builtin",
      provider: "pilothouse",
      fallback: null,
      tokensIn: null,
      tokensOut: null,
    },
    ...{ credits: 0, attempts: 1, agentVersion: 2, ms: { retrieve: 1, firstToken: 2, total: 3 } },
  },
  masked: 0,
};
