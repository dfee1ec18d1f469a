import type { ImportAnswer } from "./importAnswer.ts";
import { ImportProblem } from "./ImportProblem.ts";
import { readImport } from "./readImport.ts";

process.on("message", (text: string) => process.send?.(answer(text)));

function answer(text: string): ImportAnswer {
  try {
    return { workflow: readImport(text) };
  } catch (error) {
    if (error instanceof ImportProblem) return { message: error.message, isFault: false };
    // Parts that lie within each other thousands of times.
    if (error instanceof RangeError) return { message: "The file is nested too deeply.", isFault: false };
    return { message: "The file can't be read. Export it again.", isFault: true };
  }
}
