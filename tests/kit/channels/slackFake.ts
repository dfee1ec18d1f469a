import { createHmac } from "node:crypto";
import type { Answer, Asked, TakenMessage } from "./providerServer.ts";

/** A person of a Slack workspace, as `users.info` tells of them. */
export interface SlackPerson {
  id: string;
  email: string;
  name?: string;
  isConfirmed?: boolean;
  teamId?: string;
}

/** A message of the app's, as people see it. */
export interface SlackMessage {
  channel: string;
  ts: string;
  thread: string | undefined;
  text: string;
  hasThumbs: boolean;
  isStreaming: boolean;
}

/** Slack's side of a test: its people and channels, and what it refuses. */
export interface SlackFake {
  people: SlackPerson[];
  channels: { id: string; name: string; isMember: boolean }[];
  /** The app has no scope for these methods. */
  unscoped: string[];
  /** The error that every call gets from now on; null for none. */
  refusal: string | null;
  /** How many of the next messages are asked for again later. */
  busy: number;
  /** The error that a method gets from now on, by its name. */
  refused: Map<string, string>;
  /** When the latest message was posted, by which Slack knows it. */
  lastTs: string;
  /** The errors that the next grants get, by workspace. */
  refusedGrants: Map<string, string[]>;
  /** The workspaces for which access was given or renewed, each time. */
  grants: string[];
  /** The time there, by which tokens end. */
  now: () => number;
  /** Clicks on the page of Slack's on which somebody adds an app, and gives the address that it leads the browser to. */
  click(url: string, answer: "allow" | "deny", options?: { workspace?: string }): string;
  /** What people see, in the order in which it appeared. */
  shown: SlackMessage[];
  answer(asked: Asked, take: (message: TakenMessage) => void): Answer;
}

export const slackToken = "xoxb-token";
export const slackWorkspace = "T1";
export const slackSecret = "signing";
/** The installation's own app. */
export const slackApp = { clientId: "1.2", clientSecret: "app-secret", signingSecret: "app-signing" };
const appAuthorization = `Basic ${Buffer.from(`${slackApp.clientId}:${slackApp.clientSecret}`).toString("base64")}`;
const appScopes =
  /^(app_mentions|channels|groups|users|files|im|chat|assistant):(read|write|history)$|^users:read\.email$/;
const tokenMs = 12 * 60 * 60_000;
const needsForm = ["conversations.list", "users.info", "users.lookupByEmail"];

/** Makes a Slack that keeps to its published limits: methods, their formats, and the sizes of Block Kit. */
export function createSlackFake(): SlackFake {
  let count = 0;
  const refuse = (error: string): Answer => [200, { ok: false, error }];
  const tokens = new Map([[slackToken, { workspace: slackWorkspace, endsAt: Infinity }]]);
  const codes = new Map<string, { workspace: string; redirectUri: string }>();
  const refreshTokens = new Map<string, string>();

  function grant({ headers, text }: Asked): Answer {
    if (headers.authorization !== appAuthorization) return refuse("bad_client_secret");
    const form = new URLSearchParams(text);
    const isRenewal = form.get("grant_type") === "refresh_token";
    const given = form.get(isRenewal ? "refresh_token" : "code") ?? "";
    const code = codes.get(given);
    codes.delete(given);
    if (!isRenewal && code && code.redirectUri !== form.get("redirect_uri"))
      return refuse("bad_redirect_uri");
    const workspace = isRenewal ? refreshTokens.get(given) : code?.workspace;
    if (workspace === undefined) return refuse(isRenewal ? "invalid_refresh_token" : "invalid_code");
    const refusal = fake.refusedGrants.get(workspace)?.shift();
    if (refusal !== undefined) return refuse(refusal);
    // Good once.
    refreshTokens.delete(given);
    count += 1;
    fake.grants.push(workspace);
    const [token, refreshToken] = [`xoxe.xoxb-${count}`, `xoxe-1-${count}`];
    tokens.set(token, { workspace, endsAt: fake.now() + tokenMs });
    refreshTokens.set(refreshToken, workspace);
    const body = {
      ...{ ok: true, app_id: "A1", access_token: token, token_type: "bot", bot_user_id: "UBOT" },
      ...{ refresh_token: refreshToken, expires_in: tokenMs / 1000, scope: "chat:write" },
      ...{ team: { id: workspace, name: "Acme" }, enterprise: null, is_enterprise_install: false },
      authed_user: { id: "U9" },
    };
    return [200, body];
  }

  function write(method: string, body: Record<string, unknown>, take: () => void): Answer {
    const text = body["markdown_text"] ?? body["text"];
    if (typeof body["channel"] !== "string") return refuse("channel_not_found");
    if (typeof text !== "string" || text === "") return refuse("no_text");
    if (body["markdown_text"] !== undefined && (body["text"] ?? body["blocks"]) !== undefined)
      return refuse("markdown_text_conflict");
    if (text.length > 12_000) return refuse("msg_too_long");
    if (body["blocks"] !== undefined && !areBlocks(body["blocks"])) return refuse("invalid_blocks");
    const channel = body["channel"].startsWith("U") ? `D${body["channel"].slice(1)}` : body["channel"];
    const known = find(channel, body["ts"]);
    if (method === "chat.update" && !known) return refuse("message_not_found");
    if (method === "chat.update" && known?.isStreaming) return refuse("streaming_state_conflict");
    if (method === "chat.update" && String(body["text"] ?? "").length > 4000) return refuse("msg_too_long");
    if (method === "chat.postEphemeral" && typeof body["user"] !== "string") return refuse("user_not_found");
    const asksToWait = slowDown();
    if (asksToWait) return asksToWait;
    take();
    const content = readContent(body);
    if (known && method === "chat.update") Object.assign(known, content);
    const { ts } = method === "chat.update" && known ? known : show(channel, { ...content, body });
    fake.lastTs = ts;
    return [200, { ok: true, channel, ts }];
  }

  const find = (channel: unknown, ts: unknown) =>
    fake.shown.find((one) => one.channel === channel && one.ts === ts);

  function show(
    channel: string,
    { body, ...message }: Partial<SlackMessage> & { body: Record<string, unknown> },
  ): SlackMessage {
    count += 1;
    const ts = `1700000000.${String(count).padStart(6, "0")}`;
    const thread = body["thread_ts"] === undefined ? undefined : String(body["thread_ts"]);
    const shown = { channel, ts, thread, text: "", hasThumbs: false, isStreaming: false, ...message };
    fake.shown.push(shown);
    return shown;
  }

  function slowDown(): Answer | null {
    if (fake.busy === 0) return null;
    fake.busy -= 1;
    return [429, { ok: false, error: "ratelimited" }, { "retry-after": "1" }];
  }

  function stream(method: string, body: Record<string, unknown>, take: () => void): Answer {
    const { channel, ts, markdown_text: text = "" } = body;
    if (typeof channel !== "string") return refuse("channel_not_found");
    if (typeof text !== "string" || text.length > 12_000) return refuse("msg_too_long");
    const isStart = method === "chat.startStream";
    if (isStart && typeof body["recipient_team_id"] !== "string") return refuse("missing_recipient_team_id");
    if (isStart && typeof body["recipient_user_id"] !== "string") return refuse("missing_recipient_user_id");
    if (isStart && body["recipient_team_id"] !== slackWorkspace) return refuse("team_not_found");
    if (isStart && !/^\d{10}\.\d{6}$/.test(String(body["thread_ts"]))) return refuse("invalid_thread_ts");
    const known = find(channel, ts);
    if (!isStart && !known) return refuse("message_not_found");
    if (!isStart && !known?.isStreaming) return refuse("message_not_in_streaming_state");
    if (method === "chat.appendStream" && text === "") return refuse("no_text");
    const asksToWait = slowDown();
    if (asksToWait) return asksToWait;
    take();
    const shown = known ?? show(channel, { body, isStreaming: true });
    // Where two pieces meet, Slack may lose a space.
    shown.text += text.trimStart();
    shown.isStreaming = method !== "chat.stopStream";
    return [200, { ok: true, channel, ts: shown.ts }];
  }

  function remove(body: Record<string, unknown>, take: () => void): Answer {
    const found = find(body["channel"], body["ts"]);
    if (!found) return refuse("message_not_found");
    take();
    fake.shown = fake.shown.filter((one) => one !== found);
    return [200, { ok: true, channel: found.channel, ts: found.ts }];
  }

  const person = (found: SlackPerson | undefined): Answer =>
    found
      ? [
          200,
          {
            ok: true,
            user: {
              ...{ id: found.id, team_id: found.teamId ?? slackWorkspace, deleted: false, is_bot: false },
              is_email_confirmed: found.isConfirmed ?? true,
              profile: { email: found.email, real_name: found.name ?? "", display_name: "" },
            },
          },
        ]
      : refuse("users_not_found");

  const fake: SlackFake = {
    people: [],
    channels: [
      { id: "C1", name: "support", isMember: true },
      { id: "C2", name: "general", isMember: false },
    ],
    unscoped: [],
    refused: new Map(),
    refusal: null,
    busy: 0,
    lastTs: "",
    shown: [],
    refusedGrants: new Map(),
    grants: [],
    now: Date.now,
    click(url, answer, { workspace = slackWorkspace } = {}) {
      const { pathname, searchParams: asked } = new URL(url);
      const redirectUri = asked.get("redirect_uri") ?? "";
      if (pathname !== "/oauth/v2/authorize" || asked.get("client_id") !== slackApp.clientId)
        throw new Error("invalid_client_id");
      const scopes = (asked.get("scope") ?? "").split(",");
      if (!scopes.every((scope) => appScopes.test(scope))) throw new Error("invalid_scope");
      const state = asked.get("state") ?? "";
      count += 1;
      codes.set(`code-${count}`, { workspace, redirectUri });
      const said: Record<string, string> =
        answer === "allow" ? { code: `code-${count}` } : { error: "access_denied" };
      return `${redirectUri}?${new URLSearchParams({ ...said, state }).toString()}`;
    },
    answer(asked, take) {
      if (asked.path === "oauth.v2.access") return grant(asked);
      const token = tokens.get((asked.headers.authorization ?? "").replace("Bearer ", ""));
      if (!token) return refuse("invalid_auth");
      if (token.endsAt <= fake.now()) return refuse("token_expired");
      if (fake.refusal !== null) return refuse(fake.refusal);
      if (fake.unscoped.includes(asked.path)) return refuse("missing_scope");
      const refusal = fake.refused.get(asked.path);
      if (refusal !== undefined) return refuse(refusal);
      const form = new URLSearchParams(asked.text);
      const isForm = asked.headers["content-type"] === "application/x-www-form-urlencoded";
      // As the real one: what they can't read is as if it were not there.
      const given = (name: string) => (isForm ? form.get(name) : null);
      switch (asked.path) {
        case "auth.test":
          return [200, { ok: true, user_id: "UBOT", user: "helper", team: "Acme", team_id: token.workspace }];
        case "users.info":
          return person(fake.people.find(({ id }) => id === given("user")));
        case "users.lookupByEmail":
          return person(fake.people.find(({ email }) => email === given("email")));
        case "conversations.list": {
          // One a page, as Slack may answer whatever `limit` says.
          const at = Number(given("cursor") ?? 0);
          const found = fake.channels.slice(at, at + 1);
          const next = at + 1 < fake.channels.length ? String(at + 1) : "";
          const channels = found.map(({ id, name, isMember }) => ({
            ...{ id, name, is_channel: true, is_private: false, is_archived: false, is_member: isMember },
          }));
          return [200, { ok: true, channels, response_metadata: { next_cursor: next } }];
        }
        case "assistant.threads.setStatus":
        case "assistant.threads.setTitle":
        case "assistant.threads.setSuggestedPrompts": {
          const body = JSON.parse(asked.text || "{}") as Record<string, unknown>; // what the server under test sent
          const problem = assistantProblem(asked.path, body);
          if (problem) return refuse(problem);
          take({ provider: "slack", path: asked.path, body });
          return [200, { ok: true }];
        }
        case "files.completeUploadExternal": {
          const body = JSON.parse(asked.text || "{}") as Record<string, unknown>; // what the server under test sent
          if (typeof body["channel_id"] !== "string") return refuse("channel_not_found");
          if (!Array.isArray(body["files"])) return refuse("invalid_arguments");
          take({ provider: "slack", path: asked.path, body });
          return [200, { ok: true, files: body["files"] as object[] }];
        }
        case "chat.postMessage":
        case "chat.update":
        case "chat.postEphemeral": {
          const body = JSON.parse(asked.text || "{}") as Record<string, unknown>; // what the server under test sent
          return write(asked.path, body, () => take({ provider: "slack", path: asked.path, body }));
        }
        case "chat.startStream":
        case "chat.appendStream":
        case "chat.stopStream": {
          const body = JSON.parse(asked.text || "{}") as Record<string, unknown>; // what the server under test sent
          return stream(asked.path, body, () => take({ provider: "slack", path: asked.path, body }));
        }
        case "chat.delete": {
          const body = JSON.parse(asked.text || "{}") as Record<string, unknown>; // what the server under test sent
          return remove(body, () => take({ provider: "slack", path: asked.path, body }));
        }
        default:
          return refuse(needsForm.includes(asked.path) ? "invalid_arguments" : "unknown_method");
      }
    },
  };
  return fake;
}

/** What people read of a message: its blocks, where it has some. */
function readContent(body: Record<string, unknown>): Pick<SlackMessage, "text" | "hasThumbs"> {
  const blocks = (body["blocks"] ?? []) as { type: string; text?: unknown }[]; // checked before
  const { text } = blocks.find(({ type }) => type === "markdown") ?? {};
  return {
    text: String(text ?? body["markdown_text"] ?? body["text"]),
    hasThumbs: blocks.some(({ type }) => type === "context_actions"),
  };
}

function assistantProblem(method: string, body: Record<string, unknown>): string | null {
  if (typeof body["channel_id"] !== "string") return "channel_not_found";
  const isStatus = method.endsWith("setStatus");
  if (!isStatus && !body["channel_id"].startsWith("D")) return "channel_not_found";
  if (!/^\d{10}\.\d{6}$/.test(String(body["thread_ts"]))) return "invalid_thread_ts";
  const isSaid = (text: unknown) => typeof text === "string" && text !== "";
  if (isStatus) return isSaid(body["status"]) ? null : "invalid_arguments";
  if (method.endsWith("setTitle")) return isSaid(body["title"]) ? null : "invalid_arguments";
  const prompts = body["prompts"] as { title?: unknown; message?: unknown }[] | undefined; // compared below
  const arePrompts =
    Array.isArray(prompts) && prompts.every(({ title, message }) => isSaid(title) && isSaid(message));
  return arePrompts && prompts.length > 0 && prompts.length <= 4 ? null : "invalid_arguments";
}

interface Text {
  type?: string;
  text?: string;
}

function areBlocks(blocks: unknown): boolean {
  const all = blocks as Record<string, unknown>[]; // compared below
  return Array.isArray(blocks) && all.length > 0 && all.length <= 50 && all.every(isBlock);
}

function isBlock(block: Record<string, unknown>): boolean {
  const is = (value: unknown, most: number) => {
    const { type, text } = (value ?? {}) as Text; // compared below
    const isType = type === "plain_text" || type === "mrkdwn";
    return isType && typeof text === "string" && text.length > 0 && text.length <= most;
  };
  const list = (name: string) => (block[name] ?? []) as Record<string, unknown>[]; // compared below
  switch (block["type"]) {
    case "header":
      return is(block["text"], 150);
    case "section":
      return block["fields"] === undefined
        ? is(block["text"], 3000)
        : list("fields").length <= 10 && list("fields").every((field) => is(field, 2000));
    case "markdown":
      return typeof block["text"] === "string" && block["text"].length > 0 && block["text"].length <= 12_000;
    case "context_actions":
      return list("elements").length > 0 && list("elements").length <= 5 && list("elements").every(areThumbs);
    case "context":
      return list("elements").length <= 10 && list("elements").every((one) => is(one, 2000));
    case "actions": {
      const ids = list("elements").map((one) => one["action_id"]);
      return (
        ids.length > 0 &&
        ids.length <= 25 &&
        new Set(ids).size === ids.length &&
        list("elements").every(isButton)
      );
    }
    default:
      return false;
  }

  function areThumbs({
    type,
    action_id: id = "",
    positive_button: yes,
    negative_button: no,
  }: Record<string, unknown>): boolean {
    const isThumb = (one: unknown) => {
      const { text, value } = (one ?? {}) as { text?: Text; value?: unknown }; // compared below
      return text?.type === "plain_text" && is(text, 75) && typeof value === "string" && value.length <= 2000;
    };
    return type === "feedback_buttons" && String(id).length <= 255 && isThumb(yes) && isThumb(no);
  }

  function isButton({ type, text, url, confirm }: Record<string, unknown>): boolean {
    const asked = confirm as Record<string, unknown> | undefined; // compared below
    const isAsked =
      asked === undefined ||
      (is(asked["title"], 100) &&
        is(asked["text"], 300) &&
        is(asked["confirm"], 30) &&
        is(asked["deny"], 30));
    const isLink = url === undefined || /^https?:\/\/.{1,3000}$/.test(String(url));
    return type === "button" && is(text, 75) && isLink && isAsked;
  }
}

/** Signs a body as Slack does (v0). */
export function signSlack(
  body: string,
  { secret = slackSecret, at = Date.now() } = {},
): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${signature}` };
}

interface Press {
  user: string;
  channel: string;
  ts: string;
  button: string;
  workspace?: string;
  /** Of one of an answer's thumbs. */
  value?: string;
}

let presses = 0;

/** The body of a button's press: a form whose `payload` is JSON. */
export function writePress({ user, channel, ts, button, workspace = slackWorkspace, value }: Press): string {
  presses += 1;
  const payload = {
    ...{ type: "block_actions", api_app_id: "A1", trigger_id: `${presses}.${presses}.abc`, token: "old" },
    ...{ team: { id: workspace, domain: "acme" }, user: { id: user, team_id: workspace } },
    ...{ container: { type: "message", message_ts: ts, channel_id: channel }, channel: { id: channel } },
    message: { type: "message", ts },
    response_url: "https://hooks.slack.com/actions/T1/1/abc",
    actions: [
      {
        ...{ type: value === undefined ? "button" : "feedback_buttons", action_id: button, block_id: "b" },
        ...{ action_ts: `1700000100.${String(presses).padStart(6, "0")}`, value },
      },
    ],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}

interface Said {
  user: string;
  channel: string;
  thread: string;
  text: string;
  ts: string;
  workspace?: string;
}

/** The body of an event: somebody answered in a channel's thread. */
export function writeThreadReply({ workspace = slackWorkspace, thread, ...said }: Said): string {
  return JSON.stringify({
    ...{ type: "event_callback", team_id: workspace, api_app_id: "A1", event_id: `Ev${said.ts}` },
    event: { type: "message", channel_type: "channel", thread_ts: thread, event_ts: said.ts, ...said },
  });
}

let events = 0;

/** The body of an event, each with an id of its own. */
export function writeSlackEvent(
  event: Record<string, unknown>,
  { workspace = slackWorkspace, now = Date.now() } = {},
): string {
  events += 1;
  const at = Math.floor(now / 1000);
  return JSON.stringify({
    ...{ type: "event_callback", team_id: workspace, api_app_id: "A1", event_id: `EvS${events}` },
    ...{ event_time: at, event: { event_ts: `${at}.${String(events).padStart(6, "0")}`, ...event } },
  });
}
