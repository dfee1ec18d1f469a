import {
  getAgentActivity,
  pollAgentActivity,
  setAgentActivity,
} from "../../shared/contract/accounts/accounts.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { statusAt } from "./presence.ts";
import type { MemberRow } from "./tables.ts";

export interface ActivityDeps {
  store: Store;
  now: () => number;
  /** Is told where somebody said that they are there, or was heard of again. */
  onActivity: (organizationId: string) => void;
}

/** The calls by which support agents say whether they are there. */
export function activityRoutes({ store, now, onActivity }: ActivityDeps): Route[] {
  async function read(caller: MemberCaller) {
    refuseOthers(caller);
    const member = await store.db
      .selectFrom("members")
      .select(["agentStatus", "agentSeenAt"])
      .where("organizationId", "=", caller.organizationId)
      .where("userId", "=", caller.userId)
      .executeTakeFirstOrThrow();
    return { data: { status: statusAt(member, now()) } };
  }

  async function write({ organizationId, userId }: MemberCaller, change: Partial<MemberRow>) {
    await store.db
      .updateTable("members")
      .set({ ...change, agentSeenAt: now() })
      .where("organizationId", "=", organizationId)
      .where("userId", "=", userId)
      .execute();
    onActivity(organizationId);
  }

  return [
    handle(getAgentActivity, ({ caller }) => read(caller)),

    handle(setAgentActivity, async ({ caller, body }) => {
      refuseOthers(caller);
      await write(caller, { agentStatus: body.data.status });
      return read(caller);
    }),

    handle(pollAgentActivity, async ({ caller }) => {
      refuseOthers(caller);
      await write(caller, {});
      return read(caller);
    }),
  ];
}

/** The specification's own words, which the console knows as no error. */
function refuseOthers({ roles }: MemberCaller): void {
  if (!roles.includes("support")) throw new AppError("not_found", { message: "Agent user not found" });
}
