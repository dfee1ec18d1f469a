import type { TriedReceipt } from "../../../../shared/contract/playground/playground.ts";

/** A part of the time that an answer took. */
export interface Step {
  kind: "rewrite" | "retrieve" | "wait" | "tools" | "write";
  label: string;
  ms: number;
}

/** Gives where an answer's time went, in order; what took none is left out. */
export function listSteps({ rewrite = 0, retrieve, tools = 0, firstToken, total, ...ms }: Ms): Step[] {
  const before = rewrite + retrieve + tools;
  const end = firstToken ?? total;
  const steps: Step[] = [
    { kind: "rewrite", label: "Understanding", ms: rewrite },
    { kind: "retrieve", label: "Searching", ms: retrieve },
    { kind: "tools", label: "Tools", ms: tools },
    { kind: "wait", label: "Waiting for the first word", ms: ms.model ?? Math.max(0, end - before) },
    { kind: "write", label: "Writing", ms: total - end },
  ];
  return steps.filter((step) => step.ms >= 0.05);
}

type Ms = TriedReceipt["ms"];
