import { randomBytes } from "node:crypto";
import { findFieldProblems } from "../../shared/contract/channels/channels.ts";
import { isInstalled } from "../../shared/domain/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { announceAgent } from "../agents/announce.ts";
import { completeStep } from "../agents/setupGuide/steps.ts";
import type { Tx } from "../database/store.ts";
import { askProvider, writeState } from "./connect.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind } from "./kind.ts";
import { findChannel, openChannel, openSecretFields, readFields, sealSecretFields } from "./open.ts";
import type { ChannelRow } from "./tables.ts";

interface Saving {
  key: ChannelKey;
  kind: ChannelKind;
  revision: number;
  enabled: boolean;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  savedBy: string;
  /** What somebody gave who added our app just now, and where. */
  installed?: Pick<ChannelRow, "install" | "installedIn">;
}

/** Saves a channel that nobody saved since it was read. */
export async function saveChannel(
  { seal, events, now }: ChannelDeps,
  tx: Tx,
  { key, kind, revision, enabled, settings, secrets, savedBy, installed }: Saving,
): Promise<ChannelRow> {
  const before = await findChannel(tx, key);
  if ((before?.revision ?? 0) !== revision) throw new AppError("conflict");
  const keptSecrets = before ? openSecretFields(seal, before) : {};
  // A channel that is switched off may be half set up.
  const fields = findFieldProblems(key.type, { settings, secrets, kept: Object.keys(keptSecrets) });
  const refused = enabled ? fields : fields.filter(({ message }) => message !== "Field is required");
  if (refused.length > 0) throw new AppError("invalid_input", { fields: refused });
  const at = now();
  const trimmed = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value.trim()]));
  const fresh = { settings: trimmed(settings), secrets: { ...keptSecrets, ...trimmed(secrets) } };
  const accountOf = kind.polling?.accountOf;
  const isOtherAccount =
    before !== undefined &&
    accountOf !== undefined &&
    accountOf({ settings: readFields(before.settings), secrets: keptSecrets }) !== accountOf(fresh);
  const changes = {
    ...{ enabled: enabled ? 1 : 0, settings: JSON.stringify(fresh.settings), savedBy, updatedAt: at },
    ...(isOtherAccount && { cursor: null }),
    ...(isInstalled(key.type, fresh.settings) ? installed : { install: null, installedIn: null }),
    secrets: sealSecretFields(seal, key, fresh.secrets),
    revision: revision + 1,
  };
  const row = await tx
    .insertInto("channels")
    .values({
      ...key,
      ...{
        webhookKey: randomBytes(24).toString("base64url"),
        install: null,
        installedIn: null,
        account: null,
        state: "off",
        problem: null,
      },
      ...{ cursor: null, pollOwner: null, pollUntil: 0, lastReceivedAt: null, lastSentAt: null },
      ...{ createdAt: at, ...changes },
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "agentId", "type"])
        .doUpdateSet(changes)
        .where("channels.revision", "=", revision),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("conflict");
  await announceAgent(events, tx, { ...key, now: at });
  return row;
}

/** Asks a saved channel's provider whether it takes the credentials, and keeps what it says. */
export async function connectSaved(
  deps: ChannelDeps,
  kind: ChannelKind,
  saved: ChannelRow,
): Promise<ChannelRow> {
  const change = await askProvider(deps, kind, saved);
  if (saved.enabled !== 1) await disconnect(deps, kind, saved);
  return deps.store.transaction(async (tx) => {
    const { organizationId, agentId, type, revision } = saved;
    const now = await findChannel(tx, saved);
    // Another member saved meanwhile: theirs is asked about by their own request.
    if (!now || now.revision !== revision) throw new AppError("conflict");
    if (change.state === "connected") await completeStep(tx, saved, "surfaces");
    return writeState(deps, tx, { organizationId, agentId, type, change });
  });
}

/** The provider may be away, and the credentials wrong: what is deleted here is deleted either way. */
export async function disconnect(deps: ChannelDeps, kind: ChannelKind, row: ChannelRow): Promise<void> {
  const open = await openChannel(deps, row);
  await kind.disconnect?.(open, AbortSignal.timeout(5000)).catch(() => undefined);
}
