import variant from "@jitl/quickjs-wasmfile-release-sync";
import type { QuickJSContext } from "quickjs-emscripten-core";
import { newQuickJSWASMModuleFromVariant, shouldInterruptAfterDeadline } from "quickjs-emscripten-core";
import type { CodeAnswer, CodeTask } from "./codeAnswer.ts";
import { prelude } from "./prelude.ts";

const mostMs = 1000;
const mostBytes = 32 * 1024 * 1024;
const mostGiven = 1_000_000;
const mostStackBytes = 128 * 1024;

const engine = newQuickJSWASMModuleFromVariant(variant);

process.on("message", (task: CodeTask) => {
  void engine.then((ready) => {
    const { answer, isSpent } = run(ready, task);
    process.send?.(answer, () => isSpent && process.exit());
  });
});

/** Runs the code in an engine of its own, which has seen no other code. */
function run(
  ready: Awaited<typeof engine>,
  { code, inputs }: CodeTask,
): { answer: CodeAnswer; isSpent: boolean } {
  const runtime = ready.newRuntime({
    memoryLimitBytes: mostBytes,
    maxStackSizeBytes: mostStackBytes,
    interruptHandler: shouldInterruptAfterDeadline(Date.now() + mostMs),
  });
  const context = runtime.newContext();
  const answer = evaluate(context, { code, inputs });
  try {
    context.dispose();
    runtime.dispose();
    return { answer, isSpent: false };
  } catch {
    // An engine whose stack or memory was full can't clear up behind itself, and ends with its process.
    return { answer, isSpent: true };
  }
}

function evaluate(context: QuickJSContext, task: CodeTask): CodeAnswer {
  for (const [name, text] of Object.entries(task)) {
    const handle = context.newString(text);
    context.setProp(context.global, name, handle);
    handle.dispose();
  }
  const ended = context.evalCode(prelude, "action");
  if (ended.error) {
    const said: unknown = context.dump(ended.error);
    ended.error.dispose();
    return { problem: explain(said) };
  }
  const text: unknown = context.dump(ended.value);
  ended.value.dispose();
  if (typeof text !== "string") return { problem: "The code gives nothing. End it with return." };
  return text.length > mostGiven ? { problem: "The code gives more than 1 MB." } : { text };
}

/** What the code threw, as its author reads it. */
function explain(said: unknown): string {
  const { name = "", message = "" } = (said ?? {}) as { name?: unknown; message?: unknown }; // anything can be thrown
  if (name === "InternalError" && message === "interrupted") return "The code took longer than one second.";
  if (name === "InternalError" && message === "out of memory") return "The code needs too much memory.";
  const text = typeof said === "object" ? `${String(name)}: ${String(message)}` : String(said);
  return `The code failed. ${text.slice(0, 500).toWellFormed()}`;
}
