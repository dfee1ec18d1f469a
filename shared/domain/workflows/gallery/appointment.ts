import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Takes a wish for an appointment, which a member confirms; another time is asked for where it is declined. */
export const appointment: WorkflowTemplate = {
  id: "appointment",
  name: "Appointment",
  description: "Takes date and time, and a member confirms. If declined, it asks for another time.",
  trigger: {
    kind: "message",
    match: "intent",
    phrases: [
      "I want to book an appointment",
      "Can I come in this week?",
      "Schedule a call",
      "Book a meeting",
    ],
  },
  graph: makeGraph(
    [
      step("form", "wish", {
        name: "Ask for a time",
        text: "When would suit you?",
        fields: [
          field("name", "Name"),
          field("email", "E-mail", { type: "email" }),
          field("day", "Day", { type: "date" }),
          field("time", "Time", { type: "time" }),
        ],
        saveAs: "wish",
      }),
      step("say", "asking", {
        name: "Say that somebody confirms",
        text: "Thanks, {{wish.name}}. I'll check whether {{wish.day}} at {{wish.time}} is free.",
      }),
      step("approval", "confirm", {
        name: "A member confirms",
        text: "{{wish.name}} ({{wish.email}}) on {{wish.day}} at {{wish.time}}?",
        hours: 24,
      }),
      step("say", "booked", {
        name: "Confirm it",
        text: "It's booked: {{wish.day}} at {{wish.time}}. See you then.",
      }),
      step("say", "other", {
        name: "Ask for another time",
        text: "That time is taken. Please choose another one.",
      }),
      step("handOver", "late", {
        name: "Hand over what nobody confirmed",
        note: "{{wish.name}} ({{wish.email}}) wants an appointment on {{wish.day}} at {{wish.time}}.",
      }),
    ],
    `wish > asking > confirm
    confirm.approved > booked
    confirm.declined > other > wish
    confirm.expired > late`,
  ),
};
