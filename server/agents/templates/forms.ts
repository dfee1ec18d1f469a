import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { askFor, usualRules } from "./askFor.ts";

/** A form for contact details and a message. Templates and system skills have it. */
export const contactDetails: SkillDraft = {
  ...usualRules,
  name: "contact_details",
  title: "Leave your contact details",
  description:
    "Asks for name, e-mail and a message so that the team can write back. Use it when the visitor wants an offer or an answer that you can't give.",
  examples: ["I want to leave my contact details", "Please write to me", "I want an offer"],
  inputs: [
    askFor("name", "text", { label: "Name" }),
    askFor("email", "email", { label: "E-mail" }),
    askFor("phone", "phone", { label: "Phone number", required: false }),
    askFor("message", "longText", { label: "Message", required: false }),
  ],
  answer: "Thank you, {{name}}. We will write to {{email}}.",
  config: { kind: "form", contact: { name: "name", email: "email", phone: "phone" } },
  systemSkillId: "contact_details",
};

/** A form for a phone number and the time at which the team shall call. Templates and system skills have it. */
export const callback: SkillDraft = {
  ...usualRules,
  name: "callback",
  title: "Ask for a call back",
  description:
    "Asks for a phone number and a time so that the team can call. Use it when the visitor wants to talk to a person on the phone.",
  examples: ["Please call me back", "Please give me a call", "I want to talk on the phone"],
  inputs: [
    askFor("name", "text", { label: "Name" }),
    askFor("phone", "phone", { label: "Phone number" }),
    askFor("time", "choice", {
      label: "When shall we call?",
      options: ["As soon as possible", "In the morning", "In the afternoon", "In the evening"],
    }),
  ],
  answer: "Thank you, {{name}}. We will call {{phone}}.",
  config: { kind: "form", contact: { name: "name", phone: "phone" } },
  systemSkillId: "callback",
};
