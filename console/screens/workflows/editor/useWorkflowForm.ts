import { useMemo } from "react";
import type { Snapshot } from "valtio";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import type { StepNames } from "../../../../shared/domain/workflows/describeStep.ts";
import { findProblems } from "../../../../shared/domain/workflows/findProblems.ts";
import type { Problem } from "../../../../shared/domain/workflows/findProblems.ts";
import type { Graph, Step } from "../../../../shared/domain/workflows/graph.ts";
import { useRevisedForm } from "../../../parts/useRevisedForm.ts";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import { loadWorkflow, openWorkflow, saveWorkflow } from "../../../state/workflows/workflows.ts";
import type { WorkflowDraft, WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { changeStep } from "../steps/editGraph.ts";
import { numberSteps, outlineOf } from "../steps/graphOutline.ts";
import { revisedOf } from "./draft.ts";
import { useHistory } from "./useHistory.ts";

interface WorkflowFormOptions {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
  /** What steps can refer to; null while it is read. */
  choices: StepChoices | null;
}

/** The draft as it is edited, with what follows from it: its outline, numbers and problems. */
export function useWorkflowForm({ place, workflow, choices }: WorkflowFormOptions) {
  const form = useRevisedForm<WorkflowDraft>({
    current: revisedOf(workflow),
    save: async ({ revision, value }) => revisedOf(await saveWorkflow(place, { ...value, revision })),
    readNewest: async () => {
      await loadWorkflow(place);
      if (openWorkflow.error) throw openWorkflow.error;
      return revisedOf(openWorkflow.data?.workflow ?? workflow);
    },
  });
  const history = useHistory({ typed: form.typed, onChange: form.change });
  const { graph, trigger } = form.typed;
  const outline = useMemo(() => outlineOf(graph), [graph]);
  const numbers = useMemo(() => numberSteps(outline), [outline]);
  const steps = useMemo(() => new Map(graph.steps.map((step) => [step.id, step])), [graph]);
  const problems = useMemo(() => {
    const known = choices ? { known: listKnown(choices) } : {};
    const found = findProblems(graph, { trigger: trigger.kind, ...known });
    return groupByStep([...found, ...listUnread(workflow, graph)]);
  }, [graph, trigger.kind, choices, workflow]);
  const names = useMemo(() => (choices ? listNames(choices) : {}), [choices]);
  return {
    form,
    history,
    graph,
    outline,
    numbers,
    steps,
    problems,
    names,
    changeGraph: (changed: Graph, key?: string) => history.change({ graph: changed }, key),
    /** `key` names the field of the step. */
    changeStep: (changed: Step, key: string) =>
      history.change({ graph: changeStep(graph, changed) }, `${changed.id} ${key}`),
  };
}

export type WorkflowForm = ReturnType<typeof useWorkflowForm>;

/** Expressions that only the server reads, of steps that are as they were saved. */
function listUnread({ problems, graph: saved }: Snapshot<WorkflowDetail>, graph: Graph): Problem[] {
  const configOf = (steps: Snapshot<Graph["steps"]>, id: string | null) =>
    JSON.stringify(steps.find((step) => step.id === id)?.config);
  return problems.filter(
    ({ kind, stepId }) =>
      kind === "bad_expression" && configOf(saved.steps, stepId) === configOf(graph.steps, stepId),
  );
}

/** Labels are made where they are not there. */
function listKnown({ skills, collections, workflows, members, teams }: StepChoices) {
  return {
    skills: skills.map(({ name }) => name),
    collections: collections.map(({ name }) => name),
    workflows: workflows.map(({ id }) => id),
    members: members.map(({ id }) => id),
    teams: teams.map(({ id }) => id),
  };
}

function listNames({ members, teams, workflows }: StepChoices): StepNames {
  const byId = (all: readonly { id: string; name: string }[]) =>
    Object.fromEntries(all.map(({ id, name }) => [id, name]));
  return { members: byId(members), teams: byId(teams), workflows: byId(workflows) };
}

/** Problems by their step; those of the workflow itself by null. The ones that block come first. */
function groupByStep(problems: readonly Problem[]): Map<Step["id"] | null, Problem[]> {
  const groups = new Map<string | null, Problem[]>();
  for (const problem of [...problems].sort((one, other) => Number(other.blocks) - Number(one.blocks)))
    groups.set(problem.stepId, [...(groups.get(problem.stepId) ?? []), problem]);
  return groups;
}
