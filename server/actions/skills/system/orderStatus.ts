import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import type { SystemSkillText } from "./systemSkill.ts";

/** The customer is the verified visitor: no model and no visitor can name another one. */
export const orderStatus: SystemSkillText = {
  title: "Order status",
  description: "Asks your shop about an order of the signed-in visitor.",
  category: "orders",
  needs: [
    "The address of your shop's API",
    "A key of that API",
    "The fields of its response, in place of status",
  ],
  draft: {
    ...{ ...usualRules, verifiedOnly: true },
    name: "order_status",
    title: "Order status",
    description: "Says where an order of the visitor is.",
    examples: ["Where is my order A-17?", "What is the status of my order?"],
    inputs: [
      askFor("order", "text", { label: "Order number" }),
      askFor("customer", "text", { label: "Customer", from: "userId" }),
    ],
    answer: "Order {{order}}: **{{status}}**",
    config: {
      ...{ kind: "http", method: "GET", url: "https://example.com/orders/{{order}}", headers: [] },
      query: [{ name: "customer", value: "{{customer}}" }],
      ...{ bodyType: "none", body: "", auth: { type: "bearer" }, pick: "{status: status}" },
    },
  },
};
