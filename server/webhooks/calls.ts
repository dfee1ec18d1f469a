import {
  createWebhook,
  endOldWebhookSecret,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "../../shared/contract/webhooks/webhooks.ts";
import { maxWebhooks } from "../../shared/domain/webhooks.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { EgressError } from "../egress/EgressError.ts";
import { beginNow, forgetPositions } from "../live/positions.ts";
import { webhookFollower } from "./deps.ts";
import type { WebhookDeps } from "./deps.ts";
import { findWebhook, lockWebhook } from "./find.ts";
import { describeWebhooks } from "./present.ts";
import { newSecret } from "./secrets.ts";
import type { WebhookRow } from "./tables.ts";
import { turnOff } from "./turnOff.ts";

interface Typed {
  url?: string | undefined;
  agentIds?: readonly string[] | null | undefined;
}

/** The calls on webhooks themselves. */
export function webhookRoutes(deps: WebhookDeps): Route[] {
  const { store, egress, seal, findOwnAgents, now } = deps;

  async function present(row: WebhookRow) {
    const [webhook] = await describeWebhooks(store.db, [row], now());
    if (!webhook) throw new AppError("not_found");
    return webhook;
  }

  /** Refuses an address that no request may go to, and agents that are not the organization's. */
  async function check(organizationId: string, { url, agentIds }: Typed): Promise<void> {
    if (url !== undefined) {
      await egress.check(url).catch((error: unknown) => {
        if (!(error instanceof EgressError)) throw error;
        throw refuseField("url", error.message);
      });
    }
    if (!agentIds) return;
    const own = await findOwnAgents(organizationId, agentIds);
    if (agentIds.some((id) => !own.includes(id))) throw refuseField("agentIds", "An agent no longer exists.");
  }

  async function change(
    wanted: { organizationId: string; webhookId: string },
    work: (tx: Tx, row: WebhookRow) => Promise<Partial<WebhookRow>>,
  ): Promise<WebhookRow> {
    return store.transaction(async (tx) => {
      const row = await lockWebhook(tx, wanted);
      const changes = await work(tx, row);
      if (Object.keys(changes).length === 0) return row;
      await tx
        .updateTable("webhooks")
        .set(changes)
        .where("organizationId", "=", row.organizationId)
        .where("id", "=", row.id)
        .execute();
      return { ...row, ...changes };
    });
  }

  return [
    handle(listWebhooks, async ({ caller, query }) => {
      const mine = store.reader.selectFrom("webhooks").where("organizationId", "=", caller.organizationId);
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const items = await describeWebhooks(store.reader, rows, now());
      return { items, page: { ...query, total: Number(total) } };
    }),

    handle(getWebhook, async ({ caller, params }) => ({
      data: await present(await findWebhook(store.db, { ...caller, ...params })),
    })),

    handle(createWebhook, async ({ caller, body }) => {
      const { organizationId } = caller;
      const { name, url, agentIds, events, includesNotes } = body.data;
      await check(organizationId, body.data);
      const at = now();
      const { secret, columns } = newSecret(seal, { now: at });
      const row: WebhookRow = {
        ...{ organizationId, id: newId(at), name, url, ...columns },
        agentIds: agentIds && JSON.stringify(agentIds),
        events: JSON.stringify(events),
        includesNotes: includesNotes ? 1 : 0,
        ...{ disabledBecause: null, disabledAt: null, failingSince: null, lastDeliveredAt: null },
        createdAt: at,
      };
      await store.transaction(async (tx) => {
        await refuseTooMany(tx, organizationId);
        await tx.insertInto("webhooks").values(row).execute();
        await beginNow(tx, { organizationId, follower: webhookFollower, subscriberId: row.id });
      });
      return { data: { secret, ...(await present(row)) } };
    }),

    handle(updateWebhook, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { name, url, agentIds, events, includesNotes, isEnabled } = body.data;
      await check(organizationId, body.data);
      const row = await change({ organizationId, ...params }, async (tx, webhook) => {
        const isOn = webhook.disabledBecause === null;
        const at = now();
        if (isEnabled === false && isOn) await turnOff(deps, tx, { webhook, because: "person", now: at });
        if (isEnabled === true && !isOn) {
          await beginNow(tx, { organizationId, follower: webhookFollower, subscriberId: webhook.id });
        }
        return {
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(agentIds !== undefined && { agentIds: agentIds && JSON.stringify(agentIds) }),
          ...(events !== undefined && { events: JSON.stringify(events) }),
          ...(includesNotes !== undefined && { includesNotes: includesNotes ? 1 : 0 }),
          ...(isEnabled === false && isOn && { disabledBecause: "person" as const, disabledAt: at }),
          ...(isEnabled === true && { disabledBecause: null, disabledAt: null }),
          // Another address, and another beginning, has not failed yet.
          ...((isEnabled === true || url !== undefined) && { failingSince: null }),
        };
      });
      return { data: await present(row) };
    }),

    handle(removeWebhook, async ({ caller, params }) => {
      await store.transaction(async (tx) => {
        const { organizationId, id } = await lockWebhook(tx, { ...caller, ...params });
        await removeWithAll(tx, organizationId, id);
      });
      return undefined;
    }),

    handle(rotateWebhookSecret, async ({ caller, params }) => {
      let secret = "";
      const row = await change({ ...caller, ...params }, async (_tx, before) => {
        const made = newSecret(seal, { before, now: now() });
        secret = made.secret;
        return made.columns;
      });
      return { data: { secret, ...(await present(row)) } };
    }),

    handle(endOldWebhookSecret, async ({ caller, params }) => {
      const ended = { sealedOldSecret: null, oldSecretUntil: null };
      return { data: await present(await change({ ...caller, ...params }, async () => ended)) };
    }),
  ];
}

async function refuseTooMany(tx: Tx, organizationId: string): Promise<void> {
  // Held, so that of two that are made at once the second counts the first.
  await tx
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .forUpdate()
    .executeTakeFirst();
  const { total } = await tx
    .selectFrom("webhooks")
    .where("organizationId", "=", organizationId)
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (Number(total) < maxWebhooks) return;
  const message = `An organization has at most ${maxWebhooks} webhooks. Delete one that is not used.`;
  throw new AppError("invalid_input", { message });
}

async function removeWithAll(tx: Tx, organizationId: string, webhookId: string): Promise<void> {
  await tx
    .deleteFrom("webhookAttempts")
    .where("organizationId", "=", organizationId)
    .where("deliveryId", "in", (eb) =>
      eb
        .selectFrom("webhookDeliveries")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("webhookId", "=", webhookId),
    )
    .execute();
  await tx
    .deleteFrom("webhookDeliveries")
    .where("organizationId", "=", organizationId)
    .where("webhookId", "=", webhookId)
    .execute();
  await forgetPositions(tx, { organizationId, follower: webhookFollower, subscriberId: webhookId });
  await tx
    .deleteFrom("webhooks")
    .where("organizationId", "=", organizationId)
    .where("id", "=", webhookId)
    .execute();
}

function refuseField(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
