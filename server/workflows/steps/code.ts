import { maxStateBytes } from "../../../shared/domain/workflows/limits.ts";
import { measure, noteInput } from "../running/session.ts";
import { StepProblem } from "./context.ts";
import type { OutsideStep } from "./context.ts";

/** Runs the owner's code, which knows its inputs and nothing else. */
export const code: OutsideStep<"code"> = {
  is: "outside",
  async take({ step, row, run, deps, read }, signal) {
    const { code: text, inputs: given, saveAs } = step.config;
    const inputs = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, read(value)]));
    if (measure(inputs, maxStateBytes) > maxStateBytes)
      throw new StepProblem(`The inputs are larger than ${maxStateBytes / 1000} kB.`);
    noteInput(row, inputs);
    const { organizationId } = run;
    const answer = await deps.skills.runCode({ code: text, inputs }, { organizationId, signal });
    if (answer.problem !== undefined) throw new StepProblem(answer.problem, { isFinal: false });
    const value: unknown = JSON.parse(answer.text);
    return { is: "done", save: { [saveAs]: value }, output: value };
  },
};
