import type { ConnectedConfig, DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { ConnectionProvider } from "../../../shared/contract/knowledge/sourceConnection.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db } from "../../database/store.ts";
import { openAccess, type AccessDeps } from "./access.ts";
import { findConnection } from "./connections.ts";
import { driveProvider } from "../kinds/googleDrive/driveProvider.ts";
import { AccessLost } from "./faults.ts";
import { notionProvider } from "../kinds/notion/notionProvider.ts";
import type { Provider, Access } from "./provider.ts";
import type { ConnectedSettings } from "./settings.ts";
import type { ConnectionRow } from "./tables.ts";

/** The providers of the settings, and the way to accounts there. */
export interface Connected {
  providers: Record<ConnectionProvider, Provider>;
  /** The access of a connection. */
  open(row: ConnectionRow, signal?: AbortSignal): Access;
  /** The access with which a source is read. Throws AccessLost where there is none. */
  openFor(organizationId: string, config: ConnectedConfig, signal: AbortSignal): Promise<Access>;
}

export function createConnected(deps: AccessDeps & { settings: ConnectedSettings }): Connected {
  const providers: Connected["providers"] = {
    googleDrive: driveProvider(deps.settings.googleDrive),
    notion: notionProvider(deps.settings.notion),
  };
  const open: Connected["open"] = (row, signal) =>
    openAccess(deps, { provider: providers[row.provider], row, signal });
  return {
    providers,
    open,
    async openFor(organizationId, { kind, connectionId }, signal) {
      const row =
        connectionId === null
          ? undefined
          : await findConnection(deps.store.db, { organizationId, connectionId });
      const { label } = providers[kind];
      if (row?.provider !== kind) throw new AccessLost(`No account of ${label} is connected. Connect one.`);
      return open(row, signal);
    },
  };
}

/** Whether a source of this kind is read with somebody's account. */
export function isConnected(config: DataSourceConfig): config is ConnectedConfig {
  return kindHas(config.kind, "usesAccount");
}

interface Choice {
  organizationId: string;
  userId: string;
  config: DataSourceConfig;
  /** What the source read before, where it is changed. */
  before?: DataSourceConfig;
}

/**
 * Refuses what somebody chose with an account that another one connected: by it they would read what only that person
 * sees. To keep what was chosen before, or less of it, is open to all who may change knowledge.
 */
export async function checkChoice(db: Db, { organizationId, userId, config, before }: Choice): Promise<void> {
  if (!isConnected(config)) return;
  const { connectionId, items } = config;
  const had = before && isConnected(before) && before.connectionId === connectionId ? before.items : [];
  const ids = new Set(had.map(({ id }) => id));
  if (items.every(({ id }) => ids.has(id))) return;
  const row = connectionId === null ? undefined : await findConnection(db, { organizationId, connectionId });
  if (row?.userId === userId && row.provider === config.kind) return;
  const message = "Only the person who connected this account can use it. Connect your own.";
  throw new AppError("invalid_input", { fields: [{ path: "body.data.config.connectionId", message }] });
}
