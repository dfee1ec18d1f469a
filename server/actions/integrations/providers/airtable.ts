import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

const table = "https://api.airtable.com/v0/YOUR_BASE_ID/YOUR_TABLE";

export const airtable: Provider = {
  id: "airtable",
  name: "Airtable",
  summary: "Read records of a table and add new ones.",
  icon: "grid",
  settings: [],
  apiUrl: "https://api.airtable.com/v0",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://airtable.com/oauth2/v1/authorize",
    tokenUrl: "https://airtable.com/oauth2/v1/token",
    clientsUrl: "https://airtable.com/create/oauth",
    scopes: [
      { scope: "data.records:read", words: "See records" },
      { scope: "data.records:write", words: "Add records" },
      { scope: "user.email:read", words: "See who you are" },
    ],
    client: "basic",
    usesPkce: true,
  },
  key: {
    label: "Personal access token",
    hint: "At airtable.com/create/tokens, with data.records:read and data.records:write. It begins with pat.",
    sends: { type: "bearer" },
  },
  whoami: { path: "/meta/whoami", pick: "email || id" },
  events: {
    hint: "Make a webhook by the API with this address. The secret is the macSecretBase64 that Airtable gives.",
    secretLabel: "MAC secret",
    types: [{ type: "changed", words: "Base changed" }],
    verify: {
      ...{ scheme: "hmac", header: "x-airtable-content-mac", form: "hmac-sha256=", encoding: "hex" },
      ...{ signed: "{body}", isKeyBase64: true },
    },
    type: { pick: "'changed'" },
  },
  operations: [
    operation("list_records", `GET ${table}`, {
      text: { title: "Read records", description: "Reads the first 50 records of the table." },
      request: { query: [{ name: "maxRecords", value: "50" }], pick: "records[].fields" },
    }),
    operation("add_record", `POST ${table}`, {
      text: {
        title: "Add a record",
        description: "Adds a record with the visitor's details to the table.",
        risk: "write",
        inputs: [askFor("name", "text", { label: "Name" }), askFor("notes", "longText", { label: "Notes" })],
        answer: "Noted. Thank you, {{name}}.",
      },
      request: { body: { fields: { Name: "{{name}}", Notes: "{{notes}}" } }, pick: "{id: id}" },
    }),
  ],
};
