import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import { eventTypeId } from "./systemSkill.ts";
import type { SystemSkillText } from "./systemSkill.ts";

/** Slots are public: Cal.com asks for no key. */
export const bookingSlots: SystemSkillText = {
  title: "Free times in Cal.com",
  description: "Lists the free times of one of your event types.",
  category: "bookings",
  needs: ["The ID of your Cal.com event type, in the query"],
  draft: {
    ...usualRules,
    name: "booking_slots",
    title: "Free times",
    description: "Lists the free times for a meeting. Use it before you propose or book a time.",
    examples: ["When is a meeting possible?", "Which times are free?"],
    inputs: [
      askFor("from", "date", { label: "From" }),
      askFor("to", "date", { label: "Until" }),
      askFor("time_zone", "text", {
        label: "Time zone",
        description: "A name such as Europe/Berlin. UTC where it is left out.",
        required: false,
      }),
    ],
    answer: "",
    config: {
      ...{ kind: "http", method: "GET", url: "https://api.cal.com/v2/slots" },
      query: [
        { name: "eventTypeId", value: eventTypeId },
        { name: "start", value: "{{from}}" },
        { name: "end", value: "{{to}}" },
        { name: "timeZone", value: "{{time_zone}}" },
      ],
      headers: [{ name: "cal-api-version", value: "2024-09-04" }],
      ...{ bodyType: "none", body: "", auth: { type: "none" }, pick: "values(data)[].start | [:40]" },
    },
  },
};
