import type { AuditEntry } from "../../../shared/contract/accounts/audit.ts";
import { listAuditEntries } from "../../../shared/contract/accounts/audit.ts";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { ApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { listApiKeys } from "../../../shared/contract/accounts/apiKeys.ts";
import type { TeamMember } from "../../../shared/contract/accounts/teams.ts";
import { listMembers } from "../../../shared/contract/accounts/teams.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** What is looked for in the log; empty texts look for everything. */
export interface AuditFilter {
  orgId: string;
  actor: string;
  action: string;
  from?: number | undefined;
  to?: number | undefined;
}

export type AuditPage = AnswerOf<typeof listAuditEntries>;

/** A page of the log of who did what. */
export const auditLog = createResource<AuditPage>();

/** The actors that the log can be filtered by: members and API keys, the first hundred of each. */
export const auditActors = createResource<{ members: TeamMember[]; keys: ApiKey[] }>();

/** How many are read at a time for an export, and the most that it has. */
const exportPage = 1000;
const mostExported = 50_000;

/** Reads a page of the log. */
export function loadAudit(filter: AuditFilter, page: number): Promise<void> {
  return load(auditLog, () => readPage(filter, { page, limit: 50 }));
}

/** Reads whom to look for; where that fails, names in the log lead to it all the same. */
export function loadAuditActors(orgId: string): Promise<void> {
  return load(auditActors, async () => {
    const [members, keys] = await Promise.all([
      client.call(listMembers, { query: { per_page: 100 } }),
      client.call(listApiKeys, { params: { orgId }, query: { limit: 100 } }),
    ]);
    return { members: members.items, keys: keys.items };
  });
}

/**
 * Reads all that a filter finds, the latest first. What happens meanwhile is left out, so that no entry slips from one
 * page to the next; `isCut` where there are more than an export holds.
 */
export async function readAllAudit(filter: AuditFilter): Promise<{ items: AuditEntry[]; isCut: boolean }> {
  const fixed = { ...filter, to: filter.to ?? Date.now() };
  const items: AuditEntry[] = [];
  for (let page = 1; ; page += 1) {
    const found = await readPage(fixed, { page, limit: exportPage });
    items.push(...found.items);
    if (items.length >= found.page.total || found.items.length === 0) return { items, isCut: false };
    if (items.length >= mostExported) return { items, isCut: true };
  }
}

function readPage({ orgId, ...filter }: AuditFilter, part: { page: number; limit: number }) {
  return client.call(listAuditEntries, { params: { orgId }, query: { ...filter, ...part } });
}
