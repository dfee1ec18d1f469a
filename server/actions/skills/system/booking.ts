import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import { eventTypeId } from "./systemSkill.ts";
import type { SystemSkillText } from "./systemSkill.ts";

/** Cal.com takes the beginning in UTC; the time zone is the one of its mails. */
export const booking: SystemSkillText = {
  title: "Booking in Cal.com",
  description: "Books a meeting after the visitor has confirmed it.",
  category: "bookings",
  needs: ["The ID of your Cal.com event type, in the body", "An API key of Cal.com"],
  draft: {
    ...{ ...usualRules, risk: "write" },
    name: "booking",
    title: "Book a meeting",
    description:
      "Books a meeting. Date and time are in UTC: convert them from the visitor's time zone, and use a free time if you know them.",
    examples: ["I want to book a meeting", "Book an appointment for me"],
    inputs: [
      // With fewer digits it would be no date of ISO 8601.
      askFor("date", "date", { label: "Date (UTC)", minLength: 10 }),
      askFor("time", "time", {
        label: "Time (UTC)",
        description: "Hours and minutes in UTC, such as 09:30.",
      }),
      askFor("name", "text", { label: "Name" }),
      askFor("email", "email", { label: "E-mail" }),
      askFor("time_zone", "text", {
        label: "Your time zone",
        description: "A name such as Europe/Berlin, for the confirmation.",
      }),
    ],
    answer: "Your meeting is booked. The confirmation goes to {{email}}.",
    config: {
      ...{ kind: "http", method: "POST", url: "https://api.cal.com/v2/bookings", query: [] },
      headers: [{ name: "cal-api-version", value: "2026-02-25" }],
      bodyType: "json",
      body: `{
  "eventTypeId": ${eventTypeId},
  "start": "{{date}}T{{time}}:00Z",
  "attendee": { "name": {{name}}, "email": {{email}}, "timeZone": {{time_zone}} }
}`,
      ...{ auth: { type: "bearer" }, pick: "data.{status: status, start: start, end: end}" },
    },
  },
};
