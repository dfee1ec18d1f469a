import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import type { SystemSkillText } from "./systemSkill.ts";

export const ticket: SystemSkillText = {
  title: "Ticket in Zendesk",
  description: "Opens a ticket after the visitor has confirmed it.",
  category: "support",
  needs: [
    "The subdomain of your Zendesk, in the address",
    "Your e-mail at Zendesk followed by /token, as the user name",
    "An API token of Zendesk",
  ],
  draft: {
    ...{ ...usualRules, risk: "write" },
    name: "ticket",
    title: "Open a ticket",
    description: "Opens a ticket for the support team. Use it for a problem that you can't solve.",
    examples: ["I want to open a ticket", "Please report this problem"],
    inputs: [
      askFor("subject", "text", { label: "Subject" }),
      askFor("message", "longText", { label: "What is the problem?" }),
      askFor("name", "text", { label: "Name" }),
      askFor("email", "email", { label: "E-mail" }),
    ],
    answer: "Your ticket is number {{number}}. The team will write to {{email}}.",
    config: {
      ...{ kind: "http", method: "POST", query: [], headers: [] },
      url: "https://YOUR_SUBDOMAIN.zendesk.com/api/v2/tickets.json",
      bodyType: "json",
      body: `{
  "ticket": {
    "subject": {{subject}},
    "comment": { "body": {{message}} },
    "requester": { "name": {{name}}, "email": {{email}} }
  }
}`,
      ...{ auth: { type: "basic", username: "YOUR_EMAIL/token" }, pick: "{number: ticket.id}" },
    },
  },
};
