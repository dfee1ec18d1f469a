import type { SkillDraft } from "../../../../shared/contract/skills/skills.ts";
import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import { unfilledAddress } from "./systemSkill.ts";
import type { SystemSkillText } from "./systemSkill.ts";

const rules = { ...usualRules, risk: "write" } satisfies Partial<SkillDraft>;

export const emailTeam: SystemSkillText = {
  title: "E-mail to the team",
  description: "Sends what the visitor wants to tell you to an address of your team, once they confirmed it.",
  category: "support",
  needs: ["The address of your team"],
  draft: {
    ...{ ...rules, name: "email_team", title: "Write to the team" },
    description: "Sends the visitor's message to the team by e-mail. Use it for what nobody can answer here.",
    examples: ["Please send this to your team", "I want to write an e-mail to you"],
    inputs: [
      askFor("subject", "text", { label: "Subject" }),
      askFor("message", "longText", { label: "Message" }),
      askFor("email", "email", { label: "Your e-mail" }),
    ],
    answer: "Your message is on its way. The team will write to {{email}}.",
    config: {
      ...{ kind: "email", to: { who: "team", address: unfilledAddress }, subject: "Chat: {{subject}}" },
      body: "{{message}}\n\nFrom: {{email}}",
    },
  },
};

/** Only the address that the site has signed is used, so that nobody can make the agent write to someone else. */
export const emailVisitor: SystemSkillText = {
  title: "E-mail to the visitor",
  description: "Sends the signed-in visitor a summary to the address that your site has signed.",
  category: "support",
  needs: [],
  draft: {
    ...{ ...rules, name: "email_visitor", title: "Send by e-mail", verifiedOnly: true },
    description: "Sends the visitor a summary of this conversation by e-mail, if they ask for it.",
    examples: ["Please send me this by e-mail", "Mail me a summary"],
    inputs: [askFor("summary", "longText", { label: "Summary" })],
    answer: "The e-mail is on its way.",
    config: {
      ...{ kind: "email", to: { who: "visitor" }, subject: "Your conversation with us" },
      body: "Hello,\n\nhere is what you asked for:\n\n{{summary}}",
    },
  },
};
