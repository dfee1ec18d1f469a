import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

const objects = "https://api.hubapi.com/crm/v3/objects";

export const hubspot: Provider = {
  id: "hubspot",
  name: "HubSpot",
  summary: "Find and add contacts, and open tickets.",
  icon: "users",
  settings: [],
  apiUrl: "https://api.hubapi.com",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://app.hubspot.com/oauth/authorize",
    tokenUrl: "https://api.hubapi.com/oauth/2026-03/token",
    clientsUrl: "https://developers.hubspot.com/",
    scopes: [
      { scope: "oauth", words: "Sign in" },
      { scope: "crm.objects.contacts.read", words: "See contacts" },
      { scope: "crm.objects.contacts.write", words: "Add and change contacts" },
      { scope: "tickets", words: "See and add tickets" },
    ],
    client: "post",
    usesPkce: false,
  },
  key: {
    label: "Access token",
    hint: "Of a private app, in HubSpot under Settings, Integrations. It begins with pat-.",
    sends: { type: "bearer" },
  },
  whoami: { path: "/account-info/v3/details", pick: "to_string(portalId)" },
  events: {
    hint: "In your HubSpot app under Webhooks, enter this address. The secret is the app's client secret.",
    secretLabel: "Client secret",
    types: [
      { type: "contact.creation", words: "Contact added" },
      { type: "contact.propertyChange", words: "Contact changed" },
      { type: "ticket.creation", words: "Ticket added" },
    ],
    verify: {
      ...{ scheme: "hmac", header: "x-hubspot-signature-v3", form: "plain", encoding: "base64" },
      ...{ signed: "POST{url}{body}{time}", timeHeader: "x-hubspot-request-timestamp" },
    },
    type: { pick: "[0].subscriptionType" },
  },
  operations: [
    operation("find_contact", `POST ${objects}/contacts/search`, {
      text: {
        title: "Find a HubSpot contact",
        description: "Finds the verified visitor's own contact in HubSpot.",
        verifiedOnly: true,
        inputs: [askFor("email", "email", { label: "E-mail", from: "email" })],
      },
      request: {
        body: {
          filterGroups: [{ filters: [{ propertyName: "email", operator: "EQ", value: "{{email}}" }] }],
          properties: ["firstname", "lastname", "lifecyclestage", "company"],
          limit: 1,
        },
        pick: "results[0].properties",
      },
    }),
    operation("add_contact", `POST ${objects}/contacts`, {
      text: {
        title: "Add a HubSpot contact",
        description: "Adds the visitor to HubSpot as a contact. Use it when they want to hear from sales.",
        examples: ["I would like an offer", "Please have sales contact me"],
        risk: "write",
        inputs: [
          askFor("first_name", "text", { label: "First name" }),
          askFor("last_name", "text", { label: "Last name", required: false }),
          askFor("email", "email", { label: "E-mail" }),
        ],
        answer: "Thank you, {{first_name}}. We will be in touch.",
      },
      request: {
        body: { properties: { email: "{{email}}", firstname: "{{first_name}}", lastname: "{{last_name}}" } },
        pick: "{id: id}",
      },
    }),
    operation("add_ticket", `POST ${objects}/tickets`, {
      text: {
        title: "Open a HubSpot ticket",
        description: "Opens a support ticket in HubSpot.",
        examples: ["Please open a ticket"],
        risk: "write",
        inputs: [
          askFor("subject", "text", { label: "Subject" }),
          askFor("message", "longText", { label: "Message" }),
        ],
        answer: "Your ticket is open. Its number is {{id}}.",
      },
      request: {
        body: {
          properties: {
            ...{ subject: "{{subject}}", content: "{{message}}" },
            ...{ hs_pipeline: "0", hs_pipeline_stage: "1" },
          },
        },
        pick: "{id: id}",
      },
    }),
  ],
};
