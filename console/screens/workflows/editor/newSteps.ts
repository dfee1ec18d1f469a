import { newStep } from "../../../../shared/domain/workflows/graph.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import type { StepKind } from "../../../../shared/domain/workflows/steps.ts";

/** Gives what is added for a kind: the step, and after a parallel one the join that brings its branches together. */
export function newSteps(kind: StepKind): Step[] {
  const step = newStep(kind, makeStepId()) as Step; // a step of that kind
  if (step.kind !== "parallel") return [step];
  const branches = [1, 2].map((number) => ({ id: `way${number}`, label: `Branch ${number}` }));
  return [{ ...step, config: { branches } }, newStep("join", makeStepId())];
}

/** Gives an ID that no step has. */
export function makeStepId(): string {
  return `s${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
}
