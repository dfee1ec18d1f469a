import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { ChannelType } from "../../../shared/domain/channels.ts";
import type { Reading } from "../../../server/channels/kind.ts";
import { toUpdates as cutMessaging, readMessaging } from "../../../server/channels/kinds/meta/messaging.ts";
import { readDiscord } from "../../../server/channels/kinds/discord/discord.ts";
import { readSlack, toUpdates as cutSlack } from "../../../server/channels/kinds/slack/read.ts";
import { readTelegram } from "../../../server/channels/kinds/telegram/read.ts";
import { readWhatsapp, toUpdates as cutWhatsapp } from "../../../server/channels/kinds/whatsapp/read.ts";

/** What became of recorded updates. */
export interface Recorded {
  read: number;
  /** Named, with why nothing of it is a conversation's. */
  named: Map<string, number>;
  /** Of channels that we have not. */
  foreign: number;
  crashes: string[];
}

type Cut = (body: unknown) => { body: unknown }[];

const readers: Partial<Record<ChannelType, { cut: Cut; read: (body: unknown) => Reading }>> = {
  whatsapp: { cut: (body) => cutForAll(body, cutWhatsapp), read: readWhatsapp },
  messenger: { cut: (body) => cutForAll(body, cutMessaging), read: readMessaging },
  instagram: { cut: (body) => cutForAll(body, cutMessaging), read: readMessaging },
  slack: { cut: (body) => cutSlack(body as Record<string, unknown>), read: (body) => readSlack(body, null) }, // an object: looksLike
  telegram: { cut: (body) => [{ body }], read: readTelegram },
  discord: { cut: (body) => [{ body }], read: readDiscord },
};

/** What a batch of Meta's holds for any of the numbers and pages that it names. */
function cutForAll(body: unknown, cut: (body: unknown, id: string) => { body: unknown }[]) {
  const named = JSON.stringify(body).matchAll(/"(?:phone_number_id|id)":"(\d*)"/g);
  const ids = new Set([...named].map(([, id = ""]) => id));
  return [...ids].flatMap((id) => cut(body, id));
}

/** Reads every update in a folder of recorded ones, whatever file it lies in, as its channel would. */
export function readRecorded(folder: string): Recorded {
  const recorded: Recorded = { read: 0, named: new Map(), foreign: 0, crashes: [] };
  for (const path of listFiles(folder)) {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    for (const update of listUpdates(content)) readOne(recorded, relative(folder, path), update);
  }
  return recorded;
}

function readOne(recorded: Recorded, file: string, update: Record<string, unknown>): void {
  const type = channelOf(update);
  const reader = type && readers[type];
  if (!reader) {
    recorded.foreign += 1;
    return;
  }
  try {
    for (const { body } of reader.cut(update)) {
      const reading = reader.read(JSON.parse(JSON.stringify(body)));
      if (reading.kind === "skipped")
        recorded.named.set(reading.what, (recorded.named.get(reading.what) ?? 0) + 1);
      else recorded.read += 1;
    }
  } catch (error) {
    recorded.crashes.push(`${file}: ${String(error)}`);
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".json") && statSync(path).isFile());
}

/** Recordings keep several updates in one file, each under a name of its own. */
function listUpdates(content: unknown): Record<string, unknown>[] {
  if (typeof content !== "object" || content === null) return [];
  if (channelOf(content as Record<string, unknown>)) return [content as Record<string, unknown>]; // looked at by key
  return Object.values(content).flatMap(listUpdates);
}

function channelOf(update: Record<string, unknown>): ChannelType | undefined {
  const { object, type } = update;
  if (object === "whatsapp_business_account") return "whatsapp";
  if (object === "page") return "messenger";
  if (object === "instagram") return "instagram";
  if (typeof update["update_id"] === "number") return "telegram";
  if (typeof type === "string" && ("api_app_id" in update || "event" in update || "command" in update))
    return "slack";
  if ("command" in update && "response_url" in update) return "slack";
  if ((typeof type === "number" && "application_id" in update) || /^GATEWAY_/.test(String(type)))
    return "discord";
  return undefined;
}
