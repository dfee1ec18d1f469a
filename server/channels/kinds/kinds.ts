import type { ChannelType } from "../../../shared/domain/channels.ts";
import type { ChannelDeps } from "../deps.ts";
import type { ChannelKind } from "../kind.ts";
import { createTelegram } from "./telegram/telegram.ts";

export type ChannelKinds = Readonly<Record<ChannelType, ChannelKind>>;

/** Makes every channel that there is. */
export function createKinds(deps: ChannelDeps): ChannelKinds {
  return {
    telegram: createTelegram(deps),
  };
}
