import {
  listUpgradeRequests,
  removeUpgradeRequest,
  requestUpgrade,
} from "../../shared/contract/billing/billing.ts";
import { dayMs } from "../../shared/domain/subscription.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { letterLanguage } from "../accounts/letterLanguage.ts";
import { listManagers } from "../accounts/managers.ts";
import type { Store, Tx } from "../database/store.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { refuseUnpaid } from "./plans.ts";
import type { Plans } from "./plans.ts";

interface UpgradeDeps {
  plans: Plans;
  store: Store;
  mail: Mail;
  now: () => number;
}

/** The calls by which members who may not change the plan ask for a larger one. */
export function upgradeRoutes({ plans, store, mail, now }: UpgradeDeps): Route[] {
  return [
    handle(requestUpgrade, async ({ caller, body, request }) => {
      const { organizationId, userId, name } = caller;
      const { paymentProvider } = await plans.findSubscription(organizationId);
      if (paymentProvider !== "card") refuseUnpaid();
      const { message } = body.data;
      const origin = await request.lookOrigin();
      const askedAt = now();
      await store.transaction(async (tx) => {
        const before = await tx
          .selectFrom("upgradeRequests")
          .select("mailedAt")
          .where("organizationId", "=", organizationId)
          .where("userId", "=", userId)
          .executeTakeFirst();
        const isTold = before !== undefined && askedAt - Number(before.mailedAt) < dayMs;
        const mailedAt = isTold ? Number(before.mailedAt) : askedAt;
        await tx
          .insertInto("upgradeRequests")
          .values({ organizationId, userId, message, askedAt, mailedAt })
          .onConflict((conflict) =>
            conflict.columns(["organizationId", "userId"]).doUpdateSet({ message, askedAt, mailedAt }),
          )
          .execute();
        if (isTold || origin === null) return;
        await tell(tx, {
          organizationId,
          who: name,
          url: `${origin}/accounts/${organizationId}/account/pricing`,
        });
      });
      return { data: { askedAt } };
    }),

    handle(listUpgradeRequests, async ({ caller: { organizationId } }) => {
      const rows = await store.db
        .selectFrom("upgradeRequests")
        .innerJoin("users", "users.id", "upgradeRequests.userId")
        .select(["userId", "message", "askedAt", "users.firstName", "users.lastName", "users.email"])
        .where("organizationId", "=", organizationId)
        .orderBy("askedAt", "desc")
        .limit(100)
        .execute();
      return {
        items: rows.map(({ userId, message, askedAt, firstName, lastName, email }) => ({
          ...{ userId, message, askedAt: Number(askedAt) },
          name: `${firstName} ${lastName}`.trim() || email,
        })),
      };
    }),

    handle(removeUpgradeRequest, async ({ caller: { organizationId }, params }) => {
      const removed = await store.db
        .deleteFrom("upgradeRequests")
        .where("organizationId", "=", organizationId)
        .where("userId", "=", params.memberId)
        .returning("userId")
        .execute();
      if (removed.length === 0) throw new AppError("not_found");
      return undefined;
    }),
  ];

  async function tell(
    tx: Tx,
    { organizationId, who, url }: { organizationId: string; who: string; url: string },
  ): Promise<void> {
    for (const { email, language, organization } of await listManagers(
      tx,
      organizationId,
      "billing.update",
    )) {
      const addressee = { to: email, language: letterLanguage({ language }) };
      await mail.post(tx, writeLetter("upgradeAsked", addressee, { who, organization, url }));
    }
  }
}
