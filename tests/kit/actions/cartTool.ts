import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";

/** An action that reads the cart in the visitor's page. */
export function cartTool(): SkillDraft {
  return {
    name: "get_cart",
    title: "Look into the cart",
    description: "The visitor asks what is in their cart or what it costs.",
    examples: ["What is in my cart?"],
    inputs: [],
    ...{ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 10 },
    answer: "Your cart comes to {{total}}.",
    config: {
      kind: "client",
      resultSchema: '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}',
      pick: "",
    },
  };
}
