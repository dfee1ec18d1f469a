import { listAuditEntries } from "../../shared/contract/accounts/audit.ts";
import type { AuditEntry } from "../../shared/contract/accounts/audit.ts";
import { eraseAction } from "../../shared/domain/contacts.ts";
import { retentionAction } from "../../shared/domain/retention.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { nameOf } from "./present.ts";
import { signInActions } from "./signInActions.ts";

export interface AuditCallDeps {
  store: Store;
  /** All calls of the server: they name what can be in the log. */
  listCalls: () => readonly AnyCall[];
}

/** The call that shows who did what. */
export function auditRoutes({ store, listCalls }: AuditCallDeps): Route[] {
  const { reader } = store;
  return [
    handle(listAuditEntries, async ({ caller, query }) => {
      const { page, limit, actor, action, from, to } = query;
      let found = reader
        .selectFrom("auditEntries")
        .where("auditEntries.organizationId", "=", caller.organizationId);
      if (actor)
        found = found.where(({ or, eb }) =>
          or([eb("auditEntries.userId", "=", actor), eb("auditEntries.apiKeyId", "=", actor)]),
        );
      if (action) found = found.where("action", "=", action);
      if (from !== undefined) found = found.where("at", ">=", from);
      if (to !== undefined) found = found.where("at", "<=", to);
      const [rows, { total }] = await Promise.all([
        found
          .leftJoin("users", "users.id", "auditEntries.userId")
          .leftJoin("apiKeys", (join) =>
            join
              .onRef("apiKeys.organizationId", "=", "auditEntries.organizationId")
              .onRef("apiKeys.id", "=", "auditEntries.apiKeyId"),
          )
          .selectAll("auditEntries")
          .select(["firstName", "lastName", "email", "apiKeys.name as keyName", "ending"])
          .orderBy("at", "desc")
          .orderBy("auditEntries.id", "desc")
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
      ]);
      const items = rows.map((row): AuditEntry => {
        const { id, at, userId, apiKeyId, outcome, address, requestId } = row;
        const { firstName, lastName, email, keyName, ending } = row;
        const isKnown = userId !== null && firstName !== null && lastName !== null && email !== null;
        const apiKey = apiKeyId === null ? null : { id: apiKeyId, name: keyName ?? "", ending: ending ?? "" };
        const actor = isKnown ? { userId, name: nameOf({ firstName, lastName }), email, apiKey } : null;
        const targets = JSON.parse(row.targets) as Record<string, string>; // written by audit.ts
        return { id, at, actor, action: row.action, targets, outcome, address, requestId };
      });
      return { items, page: { page, limit, total }, actions: listActions(listCalls()) };
    }),
  ];
}

/** What can be in the log, by the alphabet. */
function listActions(calls: readonly AnyCall[]): string[] {
  const named = calls.flatMap(({ audit, who, method, summary }) => {
    if (typeof audit === "string") return [audit];
    const isWrite = typeof who === "object" && method !== "GET";
    return isWrite && audit !== false ? [summary] : [];
  });
  return [...new Set([...named, ...Object.values(signInActions), retentionAction, eraseAction])].toSorted();
}
