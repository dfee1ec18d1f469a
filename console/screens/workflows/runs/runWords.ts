import type {
  RunStepState,
  WaitReason,
  WorkflowRunState,
} from "../../../../shared/contract/workflows/runs.ts";
import type { BadgeTone } from "../../../../shared/ui/Badge.tsx";

interface StateWords {
  label: string;
  tone: BadgeTone;
}

/** The states of a run, in words. */
export const runStateWords: Record<WorkflowRunState, StateWords> = {
  running: { label: "Running", tone: "accent" },
  waiting: { label: "Waiting", tone: "accent" },
  paused: { label: "Paused", tone: "warning" },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Canceled", tone: "neutral" },
};

/** The states of a step of a run, in words. */
export const stepStateWords: Record<RunStepState, StateWords> = {
  running: { label: "Running", tone: "accent" },
  waiting: { label: "Waiting", tone: "accent" },
  joining: { label: "Waits for other branches", tone: "accent" },
  looping: { label: "Running its loop", tone: "accent" },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  absorbed: { label: "Joined", tone: "neutral" },
  cancelled: { label: "Canceled", tone: "neutral" },
};

/** What a step waits for, in words. */
export const waitWords: Record<WaitReason, string> = {
  retry: "the next retry",
  time: "the set time",
  date: "the set date",
  event: "an event",
  answer: "the visitor's answer",
  form: "the visitor's form",
  approval: "a member's decision",
  skill: "a skill",
  workflow: "another workflow",
};

/** Whether a run is still on its way. */
export function isOpenRun(state: WorkflowRunState): boolean {
  return state === "running" || state === "waiting" || state === "paused";
}
