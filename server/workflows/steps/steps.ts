import type { StepKind } from "../../../shared/domain/workflows/steps.ts";
import { assign, email, handOver, label, resolve } from "./act.ts";
import { collection } from "./collection.ts";
import { code } from "./code.ts";
import type { StepTaker } from "./context.ts";
import { condition, intent, switchStep } from "./decide.ts";
import { end, join, loop, parallel, set, workflow } from "./flow.ts";
import { skill } from "./skill.ts";
import { ask, form, note, say } from "./talk.ts";
import { model, search } from "./think.ts";
import { approval, wait } from "./wait.ts";

/** What each kind of step does. */
export const stepTakers: { [Kind in StepKind]: StepTaker<Kind> } = {
  ...{ say, ask, form, note, model, search, skill, condition, switch: switchStep, intent },
  ...{ loop, parallel, join, set, end, workflow, wait, approval, collection, code },
  ...{ handOver, assign, label, resolve, email },
};
