import * as v from "valibot";
import { hashKey } from "../../hmac.ts";
import type { Account, IncomingFile, Reading, Update } from "../../kind.ts";
import { parseJson } from "../../parseJson.ts";

const file = v.object({
  id: v.optional(v.string(), ""),
  name: v.optional(v.nullable(v.string())),
  mimetype: v.optional(v.nullable(v.string())),
  size: v.optional(v.number()),
  url_private: v.optional(v.string()),
  /** It lies with another service, and this is a link to it. */
  is_external: v.optional(v.boolean(), false),
});
const event = v.object({
  type: v.string(),
  subtype: v.optional(v.string()),
  user: v.optional(v.string()),
  bot_id: v.optional(v.nullable(v.string())),
  text: v.optional(v.string(), ""),
  channel: v.optional(v.string()),
  channel_type: v.optional(v.string()),
  ts: v.optional(v.string()),
  thread_ts: v.optional(v.string()),
  files: v.optional(v.array(file), []),
  /** A place of the app's beside Slack's channels, where somebody writes to it alone. */
  assistant_thread: v.optional(v.object({ channel_id: v.string(), thread_ts: v.string() })),
  /** The users whose tokens were revoked. */
  tokens: v.optional(v.object({ bot: v.optional(v.array(v.string()), []) })),
});
const envelope = v.object({ type: v.literal("event_callback"), team_id: v.optional(v.string(), ""), event });

/** A body of Slack's: JSON, or a form whose `payload` is JSON. */
export function readSlackBody(body: Uint8Array): Record<string, unknown> {
  const said = parseJson(body);
  if (typeof said === "object" && said !== null) return said as Record<string, unknown>; // read field by field
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const payload = form.get("payload");
  const inside = payload === null ? undefined : parseJson(new TextEncoder().encode(payload));
  if (typeof inside === "object" && inside !== null) return inside as Record<string, unknown>; // read field by field
  return Object.fromEntries(form);
}

export function toUpdates(said: Record<string, unknown>): Update[] {
  if (said["type"] === "block_actions") return [pressOf(said)];
  const told = (said["event"] ?? {}) as Record<string, unknown>; // read field by field
  const place = [told["channel"], told["thread_ts"] ?? (told["channel_type"] === "im" ? "" : told["ts"])];
  return [
    {
      key: keyOf(said, told),
      conversation: place.map((one) => String(one ?? "")).join(":"),
      at: Math.round(Number(told["event_ts"] ?? told["ts"] ?? said["event_time"] ?? 0) * 1000) || 0,
      body: said,
    },
  ];
}

/** The workspace in which the app was added that a body is sent to: what is said may come from a guest of another one. */
export function readWorkspace(said: Record<string, unknown>): string {
  const [authorization] = (said["authorizations"] ?? []) as Record<string, unknown>[]; // read field by field
  const team = (said["team"] ?? {}) as Record<string, unknown>; // read field by field
  return String(authorization?.["team_id"] ?? said["team_id"] ?? team["id"] ?? "");
}

/** Presses on one message are taken in one after the other. */
function pressOf(said: Record<string, unknown>): Update {
  const { channel_id: channel, message_ts: ts } = (said["container"] ?? {}) as Record<string, unknown>; // read field by field
  const [action] = (said["actions"] ?? []) as Record<string, unknown>[]; // read field by field
  return {
    key: hashKey(said),
    conversation: `press:${String(channel ?? "")}:${String(ts ?? "")}`,
    at: Math.round(Number(action?.["action_ts"] ?? 0) * 1000) || 0,
    body: said,
  };
}

const written = ["message", "app_mention"];

/** What is answered is known by its place and time, since it may come as two events; everything else by its event. */
function keyOf(said: Record<string, unknown>, told: Record<string, unknown>): string {
  const isAnswered =
    told["type"] === "app_mention" || (told["type"] === "message" && told["channel_type"] === "im");
  if (isAnswered && typeof told["ts"] === "string") return `m:${String(told["channel"])}:${told["ts"]}`;
  return typeof said["event_id"] === "string" ? said["event_id"] : hashKey(said);
}

/** What Slack tells; `account` is the app's own user, which no message is taken from. */
export function readSlack(body: unknown, account: Account | null): Reading {
  const rating = readRating(body);
  if (rating) return rating;
  const parsed = v.safeParse(envelope, body);
  if (!parsed.success) {
    const { type, command } = (body ?? {}) as { type?: unknown; command?: unknown }; // named only
    return { kind: "skipped", what: `A request of the kind ${String(command ?? type ?? "unknown")}.` };
  }
  const { event: told, team_id: team } = parsed.output;
  const revoked = findRevoked(parsed.output, account);
  if (revoked) return revoked;
  const { assistant_thread: opened } = told;
  if (told.type === "assistant_thread_started" && opened)
    return { kind: "opened", address: { channel: opened.channel_id, thread: opened.thread_ts } };
  const isWritten =
    written.includes(told.type) && (told.subtype === undefined || told.subtype === "file_share");
  if (!isWritten) return { kind: "skipped", what: `An event of the type ${told.subtype ?? told.type}.` };
  if (told.bot_id || told.user === undefined || told.user === account?.id)
    return { kind: "skipped", what: "A message of a bot." };
  const isDirect = told.channel_type === "im" || told.channel?.startsWith("D") === true;
  if (told.type === "message" && !isDirect)
    return { kind: "skipped", what: "A message in a channel without a mention." };
  const links = told.files.flatMap(({ is_external, url_private: url }) => (is_external && url) || []);
  const text = [plainOf(told.text), ...links].filter(Boolean).join("\n");
  const files = told.files.filter(({ is_external }) => !is_external).map(describeFile);
  if (text === "" && files.length === 0) return { kind: "skipped", what: "A message without words." };
  const thread = told.thread_ts ?? (isDirect ? undefined : told.ts);
  return {
    kind: "message",
    sender: { id: `${team}:${told.user}`, name: null },
    ...{ text, files },
    address: { channel: told.channel ?? "", ...(thread !== undefined && { thread }) },
  };
}

/** Whether a body says that the app was removed from a workspace, or its access taken. */
export function isRemoval(said: Record<string, unknown>): boolean {
  const { type } = (said["event"] ?? {}) as Record<string, unknown>; // read field by field
  return type === "app_uninstalled" || type === "tokens_revoked";
}

/** Whether the app may do nothing more in the workspace that it is connected to. */
function findRevoked(
  { event: told, team_id: team }: v.InferOutput<typeof envelope>,
  account: Account | null,
): Reading | undefined {
  const isHere = account?.workspace === undefined || account.workspace === team;
  if (!isHere) return undefined;
  if (told.type === "app_uninstalled")
    return { kind: "revoked", problem: "The app was removed from Slack. Install it again." };
  if (told.type === "tokens_revoked" && told.tokens?.bot.includes(account?.id ?? ""))
    return { kind: "revoked", problem: "Slack revoked the bot token. Install the app again." };
  return undefined;
}

function describeFile({
  id,
  name,
  mimetype,
  size,
  url_private: url,
}: v.InferOutput<typeof file>): IncomingFile {
  return {
    ...{ name: name ?? "file", contentType: mimetype ?? null, sizeBytes: size ?? null },
    // Of one that another workspace shares, Slack tells no more than its id.
    at: { id, ...(url !== undefined && { url }) },
  };
}

/** Without mentions, and with Slack's links and signs as people type them. */
export function plainOf(text: string): string {
  return text
    .replace(/<@[A-Z0-9]+(?:\|[^>]*)?>/g, "")
    .replace(/<(?:mailto:)?([^|>]+)\|([^>]+)>/g, (_, url: string, label: string) =>
      /^https?:/.test(url) && label !== url ? `${label} (${url})` : label,
    )
    .replace(/<((?:https?|mailto):[^>]+)>/g, "$1")
    .replace(/&(lt|gt|amp);/g, (_, sign: string) => ({ lt: "<", gt: ">", amp: "&" })[sign] ?? "")
    .trim();
}

/** What a member of the team does in Slack: answers below a message of ours, or presses a button on it. */
export type TeamAct = { workspace: string; user: string; channel: string } & (
  | { kind: "reply"; thread: string; ts: string; text: string; hasFiles: boolean; isBot: boolean }
  | { kind: "press"; ts: string; button: string }
);

const pressed = v.object({
  type: v.literal("block_actions"),
  team: v.object({ id: v.string() }),
  user: v.object({ id: v.string() }),
  container: v.object({ channel_id: v.string(), message_ts: v.string() }),
  actions: v.pipe(
    v.array(v.object({ action_id: v.string(), value: v.optional(v.string()) })),
    v.minLength(1),
  ),
});

/** What an answer's thumbs are called. */
export const ratingButton = "pilothouse_rating";

/** What somebody presses, as far as it is a thumb. */
function readRating(body: unknown): Reading | undefined {
  const press = v.safeParse(pressed, body);
  const [action] = press.success ? press.output.actions : [];
  if (!press.success || action?.action_id !== ratingButton) return undefined;
  const { team, user, container } = press.output;
  if (action.value !== "1" && action.value !== "-1") return undefined;
  return {
    ...{ kind: "rating", sender: { id: `${team.id}:${user.id}` } },
    platformId: `${container.channel_id}:${container.message_ts}`,
    value: action.value === "1" ? 1 : -1,
  };
}

/** Reads what may be the team's; null for all else. */
export function readTeamAct(body: unknown): TeamAct | null {
  const press = v.safeParse(pressed, body);
  if (press.success) {
    const { team, user, container, actions } = press.output;
    if (actions[0]?.action_id === ratingButton) return null;
    return {
      ...{ kind: "press", workspace: team.id, user: user.id, channel: container.channel_id },
      ...{ ts: container.message_ts, button: actions[0]?.action_id ?? "" },
    };
  }
  const parsed = v.safeParse(envelope, body);
  if (!parsed.success) return null;
  const { event: told, team_id: workspace } = parsed.output;
  const { user = "", channel, ts, thread_ts: thread, bot_id: bot, files } = told;
  const isSaid = told.subtype === undefined || saidInThreads.includes(told.subtype);
  if (!written.includes(told.type) || !isSaid || !channel || !ts || !thread || thread === ts) return null;
  return {
    ...{ kind: "reply", workspace, user, channel, thread, ts, text: plainOf(told.text) },
    ...{ hasFiles: files.length > 0, isBot: bot != null || user === "" },
  };
}

const saidInThreads = ["file_share", "thread_broadcast", "bot_message"];
