import * as v from "valibot";
import type { PastMessage } from "../rewrite.ts";
import { describeInput, type ActingTool } from "./tool.ts";
import { wantsPerson } from "./wantsPerson.ts";

const described = describeInput(v.object({}));

export interface HandOver {
  question: string;
  history: PastMessage[];
  /** Has the conversation handed over once the answer is stored. */
  ask(): void;
}

/** Hands the conversation over to the team. It runs only where the visitor's own words ask for a person, or agree to one. */
export function requestHandoff({ question, history, ask }: HandOver): ActingTool {
  return {
    name: "ask_for_person",
    description:
      "Asks a person of the team to take this conversation over. Use it only where the visitor asks for a person or has agreed to one. You are silent afterwards, until the person hands back.",
    ...described,
    hasEffects: true,
    findObjection: () =>
      wantsPerson(question, history)
        ? null
        : "The visitor has not asked for a person. If one would help, ask them whether they want that.",
    run: async () => {
      ask();
      return {
        text: "The team is told as soon as your answer ends. Tell the visitor so in one short sentence.",
        summary: "Asked the team to take over",
      };
    },
  };
}
