import type { ChannelDelivery, ChannelSurface } from "../../shared/contract/channels/channels.ts";
import type { ChannelType } from "../../shared/domain/channels.ts";
import { readSavedBy } from "../agents/savedBy.ts";
import type { Secrets } from "../database/secrets.ts";
import { openSecretFields, readAccount, readFields, webhookUrlOf } from "./open.ts";
import type { ChannelDeliveryRow, ChannelRow } from "./tables.ts";

/** A channel as members see it: of secrets their ends. */
export function presentChannel(
  row: ChannelRow,
  { seal, origin, isInstallable }: { seal: Secrets; origin: string | null; isInstallable: boolean },
): ChannelSurface {
  const secrets = Object.entries(openSecretFields(seal, row)).filter(([, value]) => value !== "");
  return {
    type: row.type,
    enabled: row.enabled === 1,
    settings: readFields(row.settings),
    secrets: Object.fromEntries(secrets.map(([name, value]) => [name, value.slice(-4)])),
    state: row.state,
    problem: row.problem,
    account: readAccount(row)?.label ?? null,
    webhookUrl: webhookUrlOf(origin, row),
    isInstallable,
    lastReceivedAt: row.lastReceivedAt,
    lastSentAt: row.lastSentAt,
    revision: row.revision,
    savedBy: readSavedBy(row),
  };
}

/** A channel that nobody has set up. */
export function presentNone(
  type: ChannelType,
  { isInstallable }: { isInstallable: boolean },
): ChannelSurface {
  return {
    ...{ type, enabled: false, settings: {}, secrets: {}, state: "off", problem: null, account: null },
    ...{
      webhookUrl: null,
      isInstallable,
      lastReceivedAt: null,
      lastSentAt: null,
      revision: 0,
      savedBy: null,
    },
  };
}

export function presentDelivery(row: ChannelDeliveryRow, waitsUntil: number | null): ChannelDelivery {
  const { id, messageId, state, problem, updatedAt } = row;
  return { id, messageId, state, problem, waitsUntil, updatedAt };
}
