import type { AuditEntry } from "../../../shared/contract/accounts/audit.ts";
import { writeCsv } from "../../../shared/format/csv.ts";

const head = ["Time", "Action", "Outcome", "Person", "E-mail", "API key", "Targets", "Address", "Request"];

/** The log as a table for spreadsheets; times as ISO 8601 in UTC. */
export function writeAuditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, action, outcome, actor, targets, address, requestId }) => [
    new Date(at).toISOString(),
    action,
    outcome,
    actor?.name ?? "",
    actor?.email ?? "",
    actor?.apiKey ? `${actor.apiKey.name} (ph_…${actor.apiKey.ending})` : "",
    Object.entries(targets)
      .map(([name, id]) => `${name} ${id}`)
      .join("; "),
    address,
    requestId,
  ]);
  return writeCsv([head, ...rows]);
}
