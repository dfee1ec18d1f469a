import * as v from "valibot";
import { expect, it } from "vitest";
import { workflowGraph, workflowTrigger } from "./graph.ts";
import { describeStep } from "../../domain/workflows/describeStep.ts";
import { findProblems } from "../../domain/workflows/findProblems.ts";
import { workflowTemplates } from "../../domain/workflows/gallery/workflowTemplates.ts";

it.each(workflowTemplates.map((template) => [template.name, template] as const))(
  "%s is a workflow without problems, in which every step says what it does",
  (_, { graph, trigger }) => {
    expect(v.safeParse(workflowGraph, graph).issues).toBeUndefined();
    expect(v.safeParse(workflowTrigger, trigger).issues).toBeUndefined();
    const known = { skills: [], collections: [], workflows: [], members: [], teams: [] };
    const problems = findProblems(graph, { trigger: trigger.kind, known });
    expect(problems.filter(({ blocks, kind }) => blocks || kind !== "missing_edge")).toEqual([]);
    expect(
      graph.steps.map((step) => describeStep(step)).filter((sentence) => sentence.includes("…")),
    ).toEqual([]);
  },
);
