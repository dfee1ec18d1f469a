import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";
import { siteSetting } from "./site.ts";

export const zendesk: Provider = {
  id: "zendesk",
  name: "Zendesk",
  summary: "Open tickets and look up a visitor's own.",
  icon: "lifebuoy",
  settings: [
    siteSetting({ label: "Subdomain", hint: "The part before .zendesk.com.", placeholder: "harbor" }),
    {
      ...{ id: "email", label: "E-mail of the API user", hint: "Needed with an API token." },
      ...{ placeholder: "ada@example.com", isRequired: false },
      pattern: /^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/,
      problem: "Enter a valid e-mail address.",
    },
  ],
  apiUrl: "https://{site}.zendesk.com/api/v2",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://{site}.zendesk.com/oauth/authorizations/new",
    tokenUrl: "https://{site}.zendesk.com/oauth/tokens",
    clientsUrl: "https://support.zendesk.com/hc/en-us/articles/4408845965210",
    scopes: [
      { scope: "read", words: "See tickets and articles" },
      { scope: "write", words: "Add tickets" },
    ],
    client: "post",
    usesPkce: true,
  },
  key: {
    label: "API token",
    hint: "In Zendesk under Apps and integrations, APIs.",
    sends: { type: "basic", username: "{email}/token" },
  },
  whoami: { path: "/users/me.json", pick: "user.email" },
  events: {
    hint: "In Zendesk under Apps and integrations, Webhooks, add this address. Reveal its signing secret there.",
    secretLabel: "Signing secret",
    types: [
      { type: "zen:event-type:ticket.created", words: "Ticket added" },
      { type: "zen:event-type:ticket.status_changed", words: "Ticket's status changed" },
    ],
    verify: {
      ...{ scheme: "hmac", header: "x-zendesk-webhook-signature", form: "plain", encoding: "base64" },
      ...{ signed: "{time}{body}", timeHeader: "x-zendesk-webhook-signature-timestamp" },
    },
    type: { pick: "type" },
    id: { pick: "id" },
  },
  operations: [
    operation("add_ticket", "POST {apiUrl}/tickets.json", {
      text: {
        title: "Open a Zendesk ticket",
        description: "Opens a support ticket in the visitor's name.",
        examples: ["Please open a ticket", "I want to report a problem"],
        risk: "write",
        inputs: [
          askFor("subject", "text", { label: "Subject" }),
          askFor("message", "longText", { label: "Message" }),
          askFor("name", "text", { label: "Name" }),
          askFor("email", "email", { label: "E-mail" }),
        ],
        answer: "Your ticket is open. Its number is {{id}}.",
      },
      request: {
        body: {
          ticket: {
            subject: "{{subject}}",
            comment: { body: "{{message}}" },
            requester: { name: "{{name}}", email: "{{email}}" },
          },
        },
        pick: "ticket.{id: id, status: status}",
      },
    }),
    operation("own_tickets", "GET {apiUrl}/search.json", {
      text: {
        title: "My tickets",
        description: "Lists the verified visitor's own tickets with their status.",
        examples: ["What happened to my ticket?"],
        verifiedOnly: true,
        inputs: [askFor("email", "email", { label: "E-mail", from: "email" })],
      },
      request: {
        query: [
          { name: "query", value: "type:ticket requester:{{email}}" },
          { name: "sort_by", value: "updated_at" },
        ],
        pick: "results[:10].{id: id, subject: subject, status: status, changed: updated_at}",
      },
    }),
    operation("search_articles", "GET {apiUrl}/help_center/articles/search.json", {
      text: {
        title: "Search the help center",
        description: "Finds articles of the help center.",
        inputs: [askFor("words", "text", { label: "Words" })],
      },
      request: {
        query: [
          { name: "query", value: "{{words}}" },
          { name: "per_page", value: "5" },
        ],
        pick: "results[].{title: title, address: html_url, text: snippet}",
      },
    }),
  ],
};
