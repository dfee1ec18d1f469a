import { usualRules } from "../../../agents/templates/askFor.ts";
import type { SystemSkillText } from "./systemSkill.ts";

export const endConversation: SystemSkillText = {
  title: "End the conversation",
  description:
    "Says goodbye and marks the conversation as resolved. The visitor can write again at any time.",
  category: "support",
  needs: [],
  draft: {
    ...usualRules,
    name: "end_conversation",
    title: "End the conversation",
    description:
      "Ends the conversation once the visitor says that nothing is left to do. Never while a question is open.",
    examples: ["That's all, thank you", "No, that was everything", "Goodbye"],
    inputs: [],
    answer: "You're welcome. Have a good day!",
    config: { kind: "end" },
  },
};
