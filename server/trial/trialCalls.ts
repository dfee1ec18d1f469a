import { createHash, timingSafeEqual } from "node:crypto";
import {
  anonymousId,
  beginTrial,
  claimTrial,
  getTrial,
  getTrialOffer,
  trialTypes,
} from "../../shared/contract/trial/trial.ts";
import * as v from "valibot";
import { readTypedAddress } from "../../shared/domain/generate.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";
import { limitKeyOf } from "../requests/address.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { changeTrial } from "./build.ts";
import { claim } from "./claim.ts";
import type { TrialDeps } from "./deps.ts";
import { trialLimits } from "./limits.ts";
import { ensureTrialOrganization } from "./organization.ts";
import { presentTrial } from "./present.ts";
import type { TrialRow } from "./tables.ts";

/** The kind of the jobs that read what somebody begins with. */
export const trialJob = "trial";

const hourMs = 60 * 60_000;
type Body = v.InferOutput<NonNullable<(typeof beginTrial)["body"]>>["data"];

/** The calls by which an agent is tried without an account, and claimed by signing in. */
export function trialRoutes(deps: TrialDeps): Route[] {
  const { store, jobs, now, hasTrials } = deps;

  /** Also one that was claimed. */
  const findAny = async (id: string): Promise<TrialRow | undefined> => {
    const row = await store.db.selectFrom("trials").selectAll().where("id", "=", id).executeTakeFirst();
    return row && Number(row.expiresAt) > now() ? row : undefined;
  };
  const find = async (id: string): Promise<TrialRow | undefined> => {
    const row = await findAny(id);
    return row?.claimedAt === null ? row : undefined;
  };

  /** A wrong secret is answered as a trial that never was (B20). */
  const findOwn = async (id: string, secret: string, look = find): Promise<TrialRow> => {
    const row = await look(id);
    if (!row || !isSame(row.secretHash, hashOf(secret))) throw new AppError("not_found");
    return row;
  };

  /** Sent twice at once, one request begins the trial, and the other one finds it. */
  async function begin(id: string, body: Body, network: string): Promise<TrialRow> {
    const row = newTrial({ id, body, network, now: now() });
    const organizationId = await ensureTrialOrganization(store.db, now());
    const isBegun = await store.transaction(async (tx) => {
      // One at a time, so that two that begin at once are both counted.
      await tx
        .selectFrom("organizations")
        .select("id")
        .where("id", "=", organizationId)
        .forUpdate()
        .execute();
      const added = await tx
        .insertInto("trials")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!added) return false;
      await checkCaps(tx, row);
      await jobs.enqueue(tx, { organizationId, kind: trialJob, key: id, payload: { id } });
      return true;
    });
    return isBegun ? row : findOwn(id, body.secret);
  }

  return [
    handle(getTrialOffer, async () => ({
      data: { isOn: hasTrials, types: [...trialTypes], hours: trialLimits.hours },
    })),

    handle(getTrial, async ({ params }) => {
      const row = hasTrials ? await find(params.id) : undefined;
      if (!row) throw new AppError("not_found");
      return { data: await presentTrial(store.db, row) };
    }),

    handle(beginTrial, async ({ params, body, request }) => {
      if (!hasTrials || !v.is(anonymousId, params.anonymousId)) throw new AppError("not_found");
      const { data } = body;
      const id = params.anonymousId.toLowerCase();
      const isKnown = await store.db
        .selectFrom("trials")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!isKnown)
        return { data: await presentTrial(store.db, await begin(id, data, limitKeyOf(request.address))) };
      const row = await findOwn(id, data.secret);
      if (data.name === undefined && data.primary === undefined)
        return { data: await presentTrial(store.db, row) };
      return { data: await presentTrial(store.db, await changeTrial(deps, row, data)) };
    }),

    handle(claimTrial, async ({ caller, params, body }) => {
      if (!hasTrials) throw new AppError("not_found");
      const row = await findOwn(params.uuid.toLowerCase(), body.data.secret, findAny);
      return { data: await claim(deps, row, caller) };
    }),
  ];
}

function newTrial({
  id,
  body,
  network,
  now,
}: {
  id: string;
  body: Body;
  network: string;
  now: number;
}): TrialRow {
  const { type = "website", url: typed = "", description = "", secret, name = null, primary = null } = body;
  const url = type === "website" ? readTypedAddress(typed) : "";
  if (url === null) throw refuse("url", "This is not a web address. Write one like www.example.com.");
  if (type === "description" && description.trim() === "") throw refuse("description", "Field is required");
  return {
    ...{ id, secretHash: hashOf(secret), type, url, description: description.trim(), name, primary, network },
    ...{ agentId: null, slug: null, suggestions: "[]", answers: null, problem: null },
    ...{ claimedAt: null, claimedBy: null, claimedAgentId: null },
    ...{ createdAt: now, expiresAt: now + trialLimits.hours * hourMs },
  };
}

/** Counts with the new one, by network, by day and in total, so that many addresses cost no more than the operator allows. */
async function checkCaps(tx: Tx, { network, createdAt }: TrialRow): Promise<void> {
  const countAll = tx.selectFrom("trials").select((row) => row.fn.countAll<number>().as("count"));
  const since = createdAt - trialLimits.withinMs;
  const today = countAll.where("createdAt", ">", since);
  const [ofNetwork, ofDay, alive] = [
    await today.where("network", "=", network).executeTakeFirstOrThrow(),
    await today.executeTakeFirstOrThrow(),
    await countAll.where("claimedAt", "is", null).executeTakeFirstOrThrow(),
  ];
  const message =
    Number(ofNetwork.count) > trialLimits.perNetwork
      ? "Your network has reached today's limit of trial agents. Create an account to continue."
      : Number(ofDay.count) > trialLimits.perDay || Number(alive.count) > trialLimits.inAll
        ? "Too many agents are being tried today. Try again tomorrow, or create an account."
        : null;
  if (message !== null) throw new AppError("too_many", { message, retryAfterSeconds: 60 * 60 });
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
