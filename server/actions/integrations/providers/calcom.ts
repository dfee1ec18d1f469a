import { booking } from "../../skills/system/booking.ts";
import { bookingSlots } from "../../skills/system/bookingSlots.ts";
import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

/** Each group of calls has a version date of its own. */
const bookingsVersion = { name: "cal-api-version", value: "2026-02-25" };

export const calcom: Provider = {
  id: "cal-com",
  name: "Cal.com",
  summary: "Show free times, book and cancel meetings.",
  icon: "calendar-check",
  settings: [],
  apiUrl: "https://api.cal.com/v2",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://app.cal.com/auth/oauth2/authorize",
    tokenUrl: "https://api.cal.com/v2/auth/oauth2/token",
    clientsUrl: "https://app.cal.com/settings/developer/oauth",
    scopes: [
      { scope: "PROFILE_READ", words: "See who you are" },
      { scope: "BOOKING_READ", words: "See bookings" },
      { scope: "BOOKING_WRITE", words: "Book and cancel" },
    ],
    client: "post",
    usesPkce: true,
  },
  key: {
    label: "API key",
    hint: "In Cal.com under Settings, Developer, API keys. It begins with cal_.",
    sends: { type: "bearer" },
  },
  whoami: { path: "/me", pick: "data.email" },
  events: {
    hint: "In Cal.com under Settings, Developer, Webhooks, add this address and a secret.",
    secretLabel: "Secret",
    types: [
      { type: "BOOKING_CREATED", words: "Meeting booked" },
      { type: "BOOKING_RESCHEDULED", words: "Meeting moved" },
      { type: "BOOKING_CANCELLED", words: "Meeting canceled" },
    ],
    verify: {
      ...{ scheme: "hmac", header: "x-cal-signature-256", form: "plain", encoding: "hex", signed: "{body}" },
    },
    type: { pick: "triggerEvent" },
  },
  operations: [
    { id: "free_times", skill: bookingSlots.draft },
    { id: "book", skill: booking.draft },
    operation("cancel", "POST https://api.cal.com/v2/bookings/{{booking}}/cancel", {
      text: {
        title: "Cancel a meeting",
        description: "Cancels a booked meeting by the booking's ID, which the visitor has in their e-mail.",
        examples: ["Please cancel my meeting"],
        risk: "approval",
        inputs: [
          askFor("booking", "text", { label: "Booking ID" }),
          askFor("reason", "text", { label: "Reason", required: false }),
        ],
        answer: "Your meeting is canceled.",
      },
      request: {
        headers: [bookingsVersion],
        body: { cancellationReason: "{{reason}}" },
        pick: "data.{status: status}",
      },
    }),
  ],
};
