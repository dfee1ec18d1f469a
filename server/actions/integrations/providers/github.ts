import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

const issues = "https://api.github.com/repos/YOUR_OWNER/YOUR_REPOSITORY/issues";
const headers = [
  { name: "Accept", value: "application/vnd.github+json" },
  { name: "X-GitHub-Api-Version", value: "2026-03-10" },
];

export const github: Provider = {
  id: "github",
  name: "GitHub",
  summary: "List, read and open issues of a repository.",
  icon: "branch",
  settings: [],
  apiUrl: "https://api.github.com",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://github.com/login/oauth/authorize",
    tokenUrl: "https://github.com/login/oauth/access_token",
    clientsUrl: "https://github.com/settings/developers",
    scopes: [{ scope: "repo", words: "See and change your repositories" }],
    client: "post",
    usesPkce: true,
  },
  key: {
    label: "Personal access token",
    hint: "A fine-grained one with the right to issues of the repository is enough.",
    sends: { type: "bearer" },
  },
  whoami: { path: "/user", pick: "login" },
  events: {
    hint: "In the repository under Settings, Webhooks, add this address with content type application/json and a secret.",
    secretLabel: "Secret",
    types: [
      { type: "issues", words: "Issue opened or changed" },
      { type: "issue_comment", words: "Comment on an issue" },
      { type: "release", words: "Release published" },
    ],
    verify: {
      ...{
        scheme: "hmac",
        header: "x-hub-signature-256",
        form: "sha256=",
        encoding: "hex",
        signed: "{body}",
      },
    },
    type: { header: "x-github-event" },
    id: { header: "x-github-delivery" },
  },
  operations: [
    operation("list_issues", `GET ${issues}`, {
      text: {
        title: "List issues",
        description:
          "Lists the newest open issues of the repository. Use it to see whether a problem is known.",
        examples: ["Is this a known problem?"],
      },
      request: {
        headers,
        query: [
          { name: "state", value: "open" },
          { name: "per_page", value: "30" },
        ],
        pick: "[].{number: number, title: title, address: html_url}",
      },
    }),
    operation("read_issue", `GET ${issues}/{{number}}`, {
      text: {
        title: "Read an issue",
        description: "Reads one issue of the repository by its number.",
        inputs: [askFor("number", "number", { label: "Number" })],
      },
      request: {
        headers,
        pick: "{number: number, title: title, state: state, text: body, address: html_url}",
      },
    }),
    operation("open_issue", `POST ${issues}`, {
      text: {
        title: "Open an issue",
        description: "Opens an issue in the repository for a problem that the visitor reports.",
        examples: ["I want to report a bug"],
        risk: "approval",
        inputs: [
          askFor("title", "text", { label: "Title" }),
          askFor("text", "longText", { label: "Description" }),
        ],
        answer: "Your report is number {{number}}: {{address}}",
      },
      request: {
        headers,
        body: { title: "{{title}}", body: "{{text}}" },
        pick: "{number: number, address: html_url}",
      },
    }),
  ],
};
