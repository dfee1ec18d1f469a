import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

const version = { name: "Notion-Version", value: "2025-09-03" };

export const notion: Provider = {
  id: "notion",
  name: "Notion",
  summary: "Search pages, read databases and add pages.",
  icon: "notebook",
  settings: [],
  apiUrl: "https://api.notion.com/v1",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://api.notion.com/v1/oauth/authorize",
    tokenUrl: "https://api.notion.com/v1/oauth/token",
    clientsUrl: "https://www.notion.so/profile/integrations",
    // Notion asks which pages instead.
    scopes: [],
    query: { owner: "user" },
    client: "json",
    usesPkce: false,
  },
  key: {
    label: "Integration secret",
    hint: "Of an internal integration that your pages are shared with. It begins with ntn_.",
    sends: { type: "bearer" },
  },
  whoami: {
    path: "/users/me",
    headers: { [version.name]: version.value },
    pick: "bot.workspace_name || name",
  },
  events: {
    hint: "Add the address in Notion under Webhooks. Its verification token arrives below as an event: enter it in Notion and here.",
    secretLabel: "Verification token",
    types: [
      { type: "page.created", words: "Page added" },
      { type: "page.content_updated", words: "Page changed" },
      { type: "comment.created", words: "Comment added" },
    ],
    verify: {
      ...{ scheme: "hmac", header: "x-notion-signature", form: "sha256=", encoding: "hex", signed: "{body}" },
    },
    type: { pick: "type" },
    id: { pick: "id" },
    handover: "verification_token",
  },
  operations: [
    operation("search_pages", "POST https://api.notion.com/v1/search", {
      text: {
        title: "Search Notion",
        description: "Finds pages in Notion by their title.",
        inputs: [askFor("words", "text", { label: "Words" })],
      },
      request: {
        headers: [version],
        body: { query: "{{words}}", filter: { property: "object", value: "page" }, page_size: 10 },
        pick: "results[].{address: url, changed: last_edited_time}",
      },
    }),
    operation("read_database", "POST https://api.notion.com/v1/data_sources/YOUR_DATA_SOURCE_ID/query", {
      text: {
        title: "Read a Notion database",
        description: "Reads the first 50 rows of a Notion database.",
      },
      request: { headers: [version], body: { page_size: 50 }, pick: "results[].properties" },
    }),
    operation("add_page", "POST https://api.notion.com/v1/pages", {
      text: {
        title: "Add to a Notion database",
        description: "Adds a page with a title to a Notion database. Use it for requests to the team.",
        risk: "write",
        inputs: [askFor("title", "text", { label: "Title" })],
        answer: "Noted for the team.",
      },
      request: {
        headers: [version],
        body: {
          parent: { type: "data_source_id", data_source_id: "YOUR_DATA_SOURCE_ID" },
          properties: { Name: { title: [{ text: { content: "{{title}}" } }] } },
        },
        pick: "{address: url}",
      },
    }),
  ],
};
