import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

const api = "https://api.calendly.com";
const eventType = `${api}/event_types/YOUR_EVENT_TYPE_ID`;

export const calendly: Provider = {
  id: "calendly",
  name: "Calendly",
  summary: "Show free times and give booking links.",
  icon: "clock",
  settings: [],
  apiUrl: api,
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://auth.calendly.com/oauth/authorize",
    tokenUrl: "https://auth.calendly.com/oauth/token",
    clientsUrl: "https://developer.calendly.com/console/apps",
    scopes: [
      { scope: "users:read", words: "See who you are" },
      { scope: "event_types:read", words: "See event types and free times" },
      { scope: "scheduling_links:write", words: "Make booking links" },
    ],
    client: "basic",
    usesPkce: true,
  },
  key: {
    label: "Personal access token",
    hint: "In Calendly under Integrations, API and webhooks.",
    sends: { type: "bearer" },
  },
  whoami: { path: "/users/me", pick: "resource.name" },
  events: {
    hint: "Make a webhook subscription by the API with this address and a signing key of yours.",
    secretLabel: "Signing key",
    types: [
      { type: "invitee.created", words: "Meeting booked" },
      { type: "invitee.canceled", words: "Meeting canceled" },
    ],
    verify: {
      ...{ scheme: "hmac", header: "calendly-webhook-signature", form: "t,v1", encoding: "hex" },
      signed: "{time}.{body}",
    },
    type: { pick: "event" },
  },
  operations: [
    operation("free_times", `GET ${api}/event_type_available_times`, {
      text: {
        title: "Free times",
        description: "Lists the free times of at most 7 days. Both moments are in UTC and in the future.",
        examples: ["When is a meeting possible?", "Which times are free?"],
        inputs: [
          askFor("from", "date", { label: "From", minLength: 10 }),
          askFor("to", "date", { label: "Until", minLength: 10 }),
        ],
      },
      request: {
        query: [
          { name: "event_type", value: eventType },
          { name: "start_time", value: "{{from}}T00:00:00Z" },
          { name: "end_time", value: "{{to}}T00:00:00Z" },
        ],
        pick: "collection[?status == 'available'].{start: start_time, book: scheduling_url} | [:40]",
      },
    }),
    operation("booking_link", `POST ${api}/scheduling_links`, {
      text: {
        title: "Booking link",
        description: "Makes a link by which the visitor books one meeting.",
        examples: ["I want to book a meeting"],
        risk: "write",
        answer: "Book your meeting here: {{address}}",
      },
      request: {
        body: { max_event_count: 1, owner: eventType, owner_type: "EventType" },
        pick: "resource.{address: booking_url}",
      },
    }),
  ],
};
