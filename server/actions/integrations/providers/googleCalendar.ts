import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { googleSignIn } from "./google.ts";
import { operation } from "./operation.ts";

const calendar = "https://www.googleapis.com/calendar/v3";
const time = { description: "ISO 8601 with a time zone, such as 2026-05-04T09:30:00+02:00." };

export const googleCalendar: Provider = {
  id: "google-calendar",
  name: "Google Calendar",
  summary: "See free times and add events.",
  icon: "calendar",
  settings: [],
  apiUrl: calendar,
  sends: { type: "bearer" },
  oauth: {
    ...googleSignIn,
    scopes: [
      { scope: "https://www.googleapis.com/auth/calendar.events", words: "See and change events" },
      { scope: "https://www.googleapis.com/auth/calendar.readonly", words: "See calendars and free times" },
    ],
    isForVisitors: true,
  },
  key: null,
  whoami: { path: "/calendars/primary", pick: "id" },
  events: {
    hint: "Watch a calendar by the API (events.watch) with this address and the secret as its token.",
    secretLabel: "Channel token",
    types: [{ type: "exists", words: "Calendar changed" }],
    verify: { scheme: "token", header: "x-goog-channel-token" },
    type: { header: "x-goog-resource-state" },
    id: { header: "x-goog-message-number" },
  },
  operations: [
    operation("busy_times", `POST ${calendar}/freeBusy`, {
      text: {
        title: "Busy times",
        description: "Gives the busy times of the calendar, so that a free one can be proposed.",
        examples: ["When are you free?", "Which times are free tomorrow?"],
        inputs: [
          askFor("from", "text", { label: "From", ...time }),
          askFor("to", "text", { label: "Until", ...time }),
        ],
      },
      request: {
        body: { timeMin: "{{from}}", timeMax: "{{to}}", items: [{ id: "primary" }] },
        pick: "calendars.primary.busy",
      },
    }),
    operation("list_events", `GET ${calendar}/calendars/primary/events`, {
      text: {
        title: "List events",
        description: "Lists the calendar's events between two moments.",
        inputs: [
          askFor("from", "text", { label: "From", ...time }),
          askFor("to", "text", { label: "Until", ...time }),
        ],
      },
      request: {
        query: [
          { name: "timeMin", value: "{{from}}" },
          { name: "timeMax", value: "{{to}}" },
          { name: "singleEvents", value: "true" },
          { name: "orderBy", value: "startTime" },
          { name: "maxResults", value: "50" },
        ],
        pick: "items[].{title: summary, start: start.dateTime || start.date, end: end.dateTime || end.date}",
      },
    }),
    operation("add_event", `POST ${calendar}/calendars/primary/events`, {
      text: {
        title: "Add an event",
        description: "Adds an event to the calendar and invites a guest.",
        examples: ["Please put a call into the calendar"],
        risk: "write",
        inputs: [
          askFor("title", "text", { label: "Title" }),
          askFor("start", "text", { label: "Start", ...time }),
          askFor("end", "text", { label: "End", ...time }),
          askFor("guest", "email", { label: "Guest's e-mail" }),
        ],
        answer: "Added to the calendar: {{title}}.",
      },
      request: {
        query: [{ name: "sendUpdates", value: "all" }],
        body: {
          summary: "{{title}}",
          start: { dateTime: "{{start}}" },
          end: { dateTime: "{{end}}" },
          attendees: [{ email: "{{guest}}" }],
        },
        pick: "{title: summary, start: start.dateTime, status: status}",
      },
    }),
  ],
};
