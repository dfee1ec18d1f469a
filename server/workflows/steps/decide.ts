import { compare, holds } from "../../../shared/domain/workflows/conditions.ts";
import { pickByExamples } from "../../answering/skills/pickSkill.ts";
import { noteInput } from "../running/session.ts";
import type { InsideStep } from "./context.ts";

/** Takes one of two ways. */
export const condition: InsideStep<"condition"> = {
  is: "inside",
  take({ step, read }) {
    return { is: "done", outlets: [holds(step.config, read) ? "yes" : "no"] };
  },
};

/** Takes the way of the first case that the value is. */
export const switchStep: InsideStep<"switch"> = {
  is: "inside",
  take({ step, row, read }) {
    const value = read(step.config.value);
    noteInput(row, value);
    const found = step.config.cases.find(({ equals }) => compare(value, "equals", read(equals)));
    return { is: "done", outlets: [found?.id ?? "else"] };
  },
};

/** Takes the way whose examples come closest, as the built-in model tells it. */
export const intent: InsideStep<"intent"> = {
  is: "inside",
  take({ step, row, fill }) {
    const text = fill(step.config.text);
    noteInput(row, text);
    const found = pickByExamples(text, step.config.intents, ({ label, examples }) => [label, ...examples]);
    return { is: "done", outlets: [found?.id ?? "else"] };
  },
};
