import * as v from "valibot";
import { hashKey } from "../../hmac.ts";
import type { Reading, Update } from "../../kind.ts";
import { parseJson } from "../../parseJson.ts";

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
  files: v.optional(v.array(v.object({ name: v.optional(v.nullable(v.string())) })), []),
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
  const told = (said["event"] ?? {}) as Record<string, unknown>; // read field by field
  const place = [told["channel"], told["thread_ts"] ?? (told["channel_type"] === "im" ? "" : told["ts"])];
  return [
    {
      key: keyOf(said, told),
      conversation: place.map((one) => String(one ?? "")).join(":"),
      at: Math.round(Number(told["event_ts"] ?? told["ts"] ?? 0) * 1000) || 0,
      body: said,
    },
  ];
}

const written = ["message", "app_mention"];

/** What is answered is known by its place and time, since it may come as two events; everything else by its event. */
function keyOf(said: Record<string, unknown>, told: Record<string, unknown>): string {
  const isAnswered =
    told["type"] === "app_mention" || (told["type"] === "message" && told["channel_type"] === "im");
  if (isAnswered && typeof told["ts"] === "string") return `m:${String(told["channel"])}:${told["ts"]}`;
  return typeof said["event_id"] === "string" ? said["event_id"] : hashKey(said);
}

/** What Slack tells; `botId` is the app's own user, which no message is taken from. */
export function readSlack(body: unknown, botId: string | null): Reading {
  const parsed = v.safeParse(envelope, body);
  if (!parsed.success) {
    const { type, command } = (body ?? {}) as { type?: unknown; command?: unknown }; // named only
    return { kind: "skipped", what: `A request of the kind ${String(command ?? type ?? "unknown")}.` };
  }
  const { event: told, team_id: team } = parsed.output;
  const isWritten =
    written.includes(told.type) && (told.subtype === undefined || told.subtype === "file_share");
  if (!isWritten) return { kind: "skipped", what: `An event of the kind ${told.subtype ?? told.type}.` };
  if (told.bot_id || told.user === undefined || told.user === botId)
    return { kind: "skipped", what: "A message of a bot." };
  const isDirect = told.channel_type === "im" || told.channel?.startsWith("D") === true;
  if (told.type === "message" && !isDirect)
    return { kind: "skipped", what: "A message in a channel that mentions nobody." };
  const files = told.files.map(({ name }) => `[File${name ? ` ${name}` : ""}]`);
  const text = [...files, plainOf(told.text)].filter(Boolean).join("\n");
  if (text === "") return { kind: "skipped", what: "A message without words." };
  const thread = told.thread_ts ?? (isDirect ? undefined : told.ts);
  return {
    kind: "message",
    sender: { id: `${team}:${told.user}`, name: null },
    text,
    address: { channel: told.channel ?? "", ...(thread !== undefined && { thread }) },
  };
}

/** Without mentions, and with Slack's links and signs as people type them. */
function plainOf(text: string): string {
  return text
    .replace(/<@[A-Z0-9]+(?:\|[^>]*)?>/g, "")
    .replace(/<(?:mailto:)?([^|>]+)\|([^>]+)>/g, (_, url: string, label: string) =>
      /^https?:/.test(url) && label !== url ? `${label} (${url})` : label,
    )
    .replace(/<((?:https?|mailto):[^>]+)>/g, "$1")
    .replace(/&(lt|gt|amp);/g, (_, sign: string) => ({ lt: "<", gt: ">", amp: "&" })[sign] ?? "")
    .trim();
}
