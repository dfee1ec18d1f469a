import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

export const slack: Provider = {
  id: "slack",
  name: "Slack",
  summary: "Post messages to your team's channels.",
  icon: "hash",
  settings: [],
  apiUrl: "https://slack.com/api",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "https://slack.com/oauth/v2/authorize",
    tokenUrl: "https://slack.com/api/oauth.v2.access",
    clientsUrl: "https://api.slack.com/apps",
    scopes: [
      { scope: "chat:write", words: "Post messages" },
      { scope: "channels:read", words: "List public channels" },
      { scope: "users:read", words: "See members" },
      { scope: "users:read.email", words: "Find members by e-mail" },
    ],
    scopeSeparator: ",",
    client: "post",
    usesPkce: false,
  },
  key: {
    label: "Bot token",
    hint: "In your Slack app under OAuth & Permissions. It begins with xoxb-.",
    sends: { type: "bearer" },
  },
  whoami: { path: "/auth.test", method: "POST", pick: "team" },
  // Slack answers what it refuses with 200.
  fault: {
    pick: "ok == `false` && error",
    lost: ["invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive"],
  },
  events: {
    hint: "In your Slack app under Event Subscriptions, save the secret first: Slack tests the address at once.",
    secretLabel: "Signing secret",
    types: [
      { type: "message", words: "Message posted" },
      { type: "app_mention", words: "App mentioned" },
      { type: "reaction_added", words: "Reaction added" },
    ],
    verify: {
      ...{ scheme: "hmac", header: "x-slack-signature", form: "v0=", encoding: "hex" },
      ...{ signed: "v0:{time}:{body}", timeHeader: "x-slack-request-timestamp" },
    },
    type: { pick: "event.type || type" },
    id: { pick: "event_id" },
    challenge: "type == 'url_verification' && challenge",
  },
  operations: [
    operation("post_message", "POST https://slack.com/api/chat.postMessage", {
      text: {
        title: "Post in Slack",
        description: "Posts a message to the team's channel. Use it when the visitor wants the team told.",
        examples: ["Please tell your team", "Let the team know about this"],
        risk: "write",
        inputs: [askFor("message", "longText", { label: "Message" })],
        answer: "I told the team.",
      },
      request: {
        body: { channel: "YOUR_CHANNEL", text: "{{message}}", unfurl_links: false },
        pick: "{posted: ok, time: ts}",
      },
    }),
    operation("list_channels", "GET https://slack.com/api/conversations.list", {
      text: {
        title: "List Slack channels",
        description: "Lists the public channels of the workspace by name.",
      },
      request: {
        query: [
          { name: "exclude_archived", value: "true" },
          { name: "limit", value: "200" },
        ],
        pick: "channels[].{name: name, purpose: purpose.value}",
      },
    }),
    operation("find_member", "GET https://slack.com/api/users.lookupByEmail", {
      text: {
        title: "Find a Slack member",
        description: "Finds a member of the workspace by e-mail.",
        inputs: [askFor("email", "email", { label: "E-mail" })],
      },
      request: {
        query: [{ name: "email", value: "{{email}}" }],
        pick: "user.{name: real_name, title: profile.title}",
      },
    }),
  ],
};
