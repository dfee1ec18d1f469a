import type { ChannelType } from "../../../shared/domain/channels.ts";
import type { ChannelDeps } from "../deps.ts";
import type { ChannelKind } from "../kind.ts";
import { createCall } from "./call/call.ts";
import { createDiscord } from "./discord/discord.ts";
import { createEmail } from "./email/email.ts";
import { createMessaging } from "./meta/messaging.ts";
import { createSlack } from "./slack/slack.ts";
import { createSms } from "./sms/sms.ts";
import { createTelegram } from "./telegram/telegram.ts";
import { createWhatsapp } from "./whatsapp/whatsapp.ts";

export type ChannelKinds = Readonly<Record<ChannelType, ChannelKind>>;

/** Makes every channel that there is. */
export function createKinds(deps: ChannelDeps): ChannelKinds {
  return {
    telegram: createTelegram(deps),
    email: createEmail(deps),
    whatsapp: createWhatsapp(deps),
    messenger: createMessaging(deps, "messenger"),
    instagram: createMessaging(deps, "instagram"),
    slack: createSlack(deps),
    sms: createSms(deps),
    call: createCall(deps),
    discord: createDiscord(deps),
  };
}
