import { widgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import type { Pieces } from "../../shared/contract/agents/portable.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey, Taking } from "../agents/parts.ts";
import type { Db, Tx } from "../database/store.ts";
import { readSettings } from "./present.ts";
import type { SurfaceRow } from "./tables.ts";

/** How the agent's chat looks, for its file: no token, no origins, no identity secrets, no address of a page. */
export async function exportLook(db: Db, key: AgentKey): Promise<Pieces> {
  const row = await findWidget(db, key);
  if (!row) return {};
  const settings = readSettings(row.settings);
  // An allow-list: what a row keeps beside the contract's fields stays here.
  const names = Object.keys(widgetSettings.entries) as (keyof WidgetSettings)[]; // keys of a literal object
  return { surfaces: { widget: Object.fromEntries(names.map((name) => [name, settings[name]])) } };
}

/** Gives an agent's chat the look of a file; what the file does not say stays as it is, and so does another look than was compared. */
export async function takeLook(tx: Tx, key: AgentKey & Taking, { surfaces }: Pieces): Promise<void> {
  const row = surfaces && (await findWidget(tx, key));
  if (row && (key.lookRevision ?? row.revision) !== row.revision) throw new AppError("conflict");
  if (row) await putLook(tx, { ...row, now: key.now }, surfaces.widget);
}

/** Gives a chat that is titled by its agent's name the new one; a title of its own stays. */
export async function renameChat(
  tx: Tx,
  { from, to, ...key }: AgentKey & { from: string; to: string; now: number },
): Promise<void> {
  const row = await findWidget(tx, key);
  if (row && readSettings(row.settings).title === from)
    await putLook(tx, { ...row, now: key.now }, { title: to });
}

async function putLook(
  tx: Tx,
  { organizationId, agentId, settings, revision, now }: SurfaceRow & { now: number },
  look: Partial<WidgetSettings>,
): Promise<void> {
  await tx
    .updateTable("surfaces")
    .set({
      settings: JSON.stringify({ ...readSettings(settings), ...look }),
      revision: revision + 1,
      updatedAt: now,
    })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", "widget")
    .execute();
}

function findWidget(db: Db, { organizationId, agentId }: AgentKey) {
  return db
    .selectFrom("surfaces")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", "widget")
    .forUpdate()
    .executeTakeFirst();
}
