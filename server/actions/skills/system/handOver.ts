import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import type { SystemSkillText } from "./systemSkill.ts";

export const handOver: SystemSkillText = {
  title: "Hand over to the team",
  description: "Chooses the team that gets the conversation, and asks visitors for details first.",
  category: "support",
  needs: [],
  draft: {
    ...usualRules,
    name: "hand_over",
    title: "Talk to a person",
    description: "Asks a person of the team to take this conversation over.",
    examples: ["I want to make a complaint", "Your product is broken"],
    inputs: [
      askFor("email", "email", { label: "E-mail" }),
      askFor("topic", "longText", { label: "What is it about?", required: false }),
    ],
    answer: "",
    config: { kind: "handover", teamId: null, note: "" },
  },
};
