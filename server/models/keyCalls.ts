import {
  createModelKey,
  getModelDefaults,
  getModelKey,
  listKeyModels,
  listModelKeys,
  removeModelKey,
  setModelDefaults,
  updateModelKey,
  validateModelKey,
} from "../../shared/contract/models/modelKeys.ts";
import type { ModelDefaults } from "../../shared/contract/models/modelKeys.ts";
import { providerOf } from "../../shared/domain/providers.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import { freeName } from "../../shared/domain/portable.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import { handle, type Route } from "../requests/handle.ts";
import { askModels, KeyRefused, type Credentials, type Offer } from "./askModels.ts";
import { checkKey, writeOffer, type KeyCheckDeps } from "./checkKey.ts";
import { findDefault, findSpeechDefault, readDefault, writeDefault } from "./defaults.ts";
import { findModelProblem } from "./findModelProblem.ts";
import { findKey, listFitting, presentKey, readKeys, sealPurpose } from "./keys.ts";
import { findEntry } from "./listUses.ts";
import type { ModelJob, ModelKeyRow } from "./tables.ts";

/** As the contract takes one that is typed. */
const longestName = 120;

export interface KeyCallDeps extends KeyCheckDeps {
  /** Is told, with the choice, that an organization chose its embedding model, or the same one again. */
  choseEmbedding: (tx: Tx, organizationId: string) => Promise<void>;
}

/** The calls on the organization's keys of model providers. Providers are asked before anything is written. */
export function modelKeyRoutes(deps: KeyCallDeps): Route[] {
  const { store, seal, choseEmbedding, now, fetchFor } = deps;
  const { db } = store;
  const ask = (given: Credentials) => askModels(given, fetchFor(given.baseUrl));

  /** Asks, and tells a refusal beside the field that it is about. */
  async function askOrRefuse(given: Credentials): Promise<Offer> {
    if (given.key === null && given.baseUrl === null) throw refuseField("key", "Field is required");
    return ask(given).catch((error: unknown) => {
      if (!(error instanceof KeyRefused)) throw error;
      const isAboutKey = given.baseUrl === null || (given.key !== null && error.isAboutKey);
      throw refuseField(isAboutKey ? "key" : "baseUrl", error.message);
    });
  }

  async function update(row: ModelKeyRow, change: Partial<ModelKeyRow>) {
    await db
      .updateTable("modelKeys")
      .set(change)
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", row.id)
      .execute();
    return { data: presentKey({ ...row, ...change }) };
  }

  return [
    handle(listModelKeys, async ({ caller, query }) => {
      const mine = db.selectFrom("modelKeys").where("organizationId", "=", caller.organizationId);
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      return { items: rows.map(presentKey), page: { ...query, total: Number(total) } };
    }),

    handle(getModelKey, async ({ caller, params }) => ({
      data: presentKey(await findKey(db, { ...caller, ...params })),
    })),

    handle(createModelKey, async ({ caller, body }) => {
      const { provider, key, baseUrl, name } = body.data;
      const offer = await askOrRefuse(body.data);
      const usual = baseUrl === null ? providerOf(provider).label : new URL(baseUrl).host;
      const taken = (await readKeys(db, caller.organizationId)).map((one) => one.name);
      const at = now();
      const row: ModelKeyRow = {
        organizationId: caller.organizationId,
        id: newId(at),
        name: name ?? freeName(usual, taken, longestName),
        ...{ provider, baseUrl, ...sealed(key) },
        ...writeOffer(offer),
        ...{ refusal: null, toldAt: null, checkedAt: at, createdAt: at },
      };
      await db.insertInto("modelKeys").values(row).execute();
      return { data: presentKey(row) };
    }),

    handle(validateModelKey, async ({ body, query }) => {
      const { models } = await askOrRefuse(body.data);
      return { data: { models: models.filter(({ type }) => type === query.type) } };
    }),

    handle(getModelDefaults, async ({ caller }) => ({
      data: await readDefaults(deps, caller.organizationId),
    })),

    handle(setModelDefaults, async ({ caller, body }) => {
      const { chat, code, embedding, speech } = body.data;
      const { organizationId } = caller;
      for (const job of modelJobs) {
        const value = body.data[job];
        if (value == null) continue;
        const work = job === "embedding" || job === "speech" ? job : "completion";
        const problem = await findModelProblem(db, { organizationId, value, work });
        if (problem !== null) throw refuseField(job, problem);
        // What was chosen before may stay: its key may work again tomorrow.
        if (value === (await readDefault(db, organizationId, job))) continue;
        const wayProblem = await findWayProblem(deps, { organizationId, job, value });
        if (wayProblem !== null) throw refuseField(job, wayProblem);
      }
      await store.transaction(async (tx) => {
        if (chat !== undefined) {
          const model = chat === builtinModel ? null : chat;
          await writeDefault(tx, organizationId, { job: "chat", model });
        }
        if (code !== undefined) await writeDefault(tx, organizationId, { job: "code", model: code });
        if (speech !== undefined) await writeDefault(tx, organizationId, { job: "speech", model: speech });
        if (embedding === undefined) return;
        await writeDefault(tx, organizationId, { job: "embedding", model: embedding });
        await choseEmbedding(tx, organizationId);
      });
      return { data: await readDefaults(deps, organizationId) };
    }),

    handle(updateModelKey, async ({ caller, params, body }) => {
      const row = await findKey(db, { ...caller, ...params });
      const { name, key } = body.data;
      const renamed = name === undefined ? {} : { name };
      if (key === undefined) return name === undefined ? { data: presentKey(row) } : update(row, renamed);
      const offer = await askOrRefuse({ ...row, key });
      const checked = { ...writeOffer(offer), refusal: null, toldAt: null, checkedAt: now() };
      return update(row, { ...renamed, ...sealed(key), ...checked });
    }),

    handle(removeModelKey, async ({ caller, params }) => {
      const row = await findKey(db, { ...caller, ...params });
      await db
        .deleteFrom("modelKeys")
        .where("organizationId", "=", row.organizationId)
        .where("id", "=", row.id)
        .execute();
      return undefined;
    }),

    handle(listKeyModels, async ({ caller, params, query }) => {
      const row = await findKey(db, { ...caller, ...params });
      try {
        const { models } = await checkKey(deps, row);
        return { data: { models: models.filter(({ type }) => type === query.type) } };
      } catch (error) {
        if (!(error instanceof KeyRefused)) throw error;
        throw new AppError("model_key_refused", { message: error.message });
      }
    }),
  ];

  function sealed(key: string | null): Pick<ModelKeyRow, "sealedKey" | "lastFour"> {
    if (key === null) return { sealedKey: null, lastFour: null };
    return { sealedKey: seal.seal(key, sealPurpose), lastFour: key.slice(-4) };
  }
}

async function readDefaults(deps: KeyCallDeps, organizationId: string): Promise<ModelDefaults> {
  const { db } = deps.store;
  const speech = await findSpeechDefault(db, organizationId);
  const wanted = { organizationId, job: "speech", value: speech ?? "" } as const;
  return {
    chat: await findDefault(db, organizationId, "chat"),
    code: await findDefault(db, organizationId, "code"),
    embedding: await readDefault(db, organizationId, "embedding"),
    // Where nothing leads to it, visitors can't speak: there is nothing that would answer instead, as for chats.
    speech: (await findWayProblem(deps, wanted)) === null ? speech : null,
  };
}

const modelJobs = Object.keys(findEntry) as ModelJob[]; // the keys of a record of every job

interface Wanted {
  organizationId: string;
  job: ModelJob;
  value: string;
}

/** Why nothing leads to a model that is known; null where a key, or the installation itself, does. */
async function findWayProblem(
  { store, isAvailable }: KeyCallDeps,
  { organizationId, job, value }: Wanted,
): Promise<string | null> {
  const entry = findEntry[job](value);
  if (entry && isAvailable(entry)) return null;
  const fitting = entry ? listFitting(await readKeys(store.db, organizationId), entry) : [];
  const [first] = fitting;
  if (!first) return "There is no key for this model. Choose another one, or add its key.";
  if (fitting.some(({ refusal }) => refusal === null)) return null;
  return `The key “${first.name}” does not work at the moment. Have it checked again, or choose another model.`;
}

function refuseField(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
