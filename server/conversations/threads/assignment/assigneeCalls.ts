import { listAssignees, updateAssignee } from "../../../../shared/contract/conversations/inbox/assignees.ts";
import type { Assignee } from "../../../../shared/contract/conversations/inbox/assignees.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { statusAt } from "../../../accounts/presence.ts";
import type {} from "../../../accounts/tables.ts";
import { findAgent } from "../../../agents/find.ts";
import type { Db } from "../../../database/store.ts";
import { handle } from "../../../requests/handle.ts";
import type { Route } from "../../../requests/handle.ts";
import type { ConversationDeps } from "../../deps.ts";
import { countOpen } from "./candidates.ts";

/** The calls on the people whom conversations are given to. */
export function createAssigneeRoutes(deps: ConversationDeps): Route[] {
  const { store, now } = deps;
  return [
    handle(listAssignees, async ({ caller: { organizationId }, params }) => {
      await findAgent(store.db, { organizationId, agentId: params.productId });
      const [people, teams] = await Promise.all([
        readAssignees(store.db, { organizationId, now: now() }),
        store.db
          .selectFrom("userGroups")
          .select(["id", "name"])
          .where("organizationId", "=", organizationId)
          .orderBy("name")
          .execute(),
      ]);
      return { data: { people, teams } };
    }),

    handle(updateAssignee, async ({ caller: { organizationId }, params, body: { data } }) => {
      const userId = params.memberId;
      await findAgent(store.db, { organizationId, agentId: params.productId });
      const changed = await store.transaction(async (tx) => {
        const [before] = await readAssignees(tx, { organizationId, userId, now: now() });
        if (!before) throw new AppError("not_found");
        await tx
          .insertInto("assignees")
          .values({ organizationId, userId, turn: null, ...data })
          .onConflict((row) => row.columns(["organizationId", "userId"]).doUpdateSet(data))
          .execute();
        deps.assignLater(tx, organizationId);
        return { ...before, ...data };
      });
      return { data: changed };
    }),
  ];
}

async function readAssignees(
  db: Db,
  { organizationId, userId, now }: { organizationId: string; userId?: string; now: number },
): Promise<Assignee[]> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .leftJoin("assignees", (join) =>
      join
        .onRef("assignees.organizationId", "=", "members.organizationId")
        .onRef("assignees.userId", "=", "members.userId"),
    )
    .where("members.organizationId", "=", organizationId)
    .$if(userId !== undefined, (query) => query.where("members.userId", "=", userId ?? ""))
    .select(["users.id", "firstName", "lastName", "agentStatus", "agentSeenAt", "assignees.capacity"])
    .orderBy("firstName")
    .orderBy("lastName")
    .orderBy("users.id")
    .execute();
  const counts = await countOpen(
    db,
    organizationId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, firstName, lastName, capacity, ...member }) => ({
    ...{ id, name: `${firstName} ${lastName}`.trim(), capacity, open: counts.get(id) ?? 0 },
    isOnline: statusAt(member, now) === "online",
  }));
}
