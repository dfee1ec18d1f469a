import type { ChannelType } from "../../shared/domain/channels.ts";
import type { Tx } from "../database/store.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";

/** What the job is given. */
export interface Naming {
  agentId: string;
  externalId: string;
}

/** The job that asks a channel's provider what somebody is called. Each channel has places of its own. */
export function namingKind(type: ChannelType): string {
  return `channels.name.${type}`;
}

/** Has the provider asked, once for each person, what somebody is called of whom it told no more than an id. */
export async function nameLater(
  { jobs }: Pick<ChannelDeps, "jobs">,
  tx: Tx,
  { organizationId, agentId, type, externalId }: ChannelKey & { externalId: string },
): Promise<void> {
  await jobs.enqueue(tx, {
    ...{ organizationId, kind: namingKind(type), key: `${agentId}:${externalId}` },
    payload: { agentId, externalId },
  });
}
