import { proxy } from "valtio";
import type { BodyOf } from "../../../shared/contract/call.ts";
import {
  createModelKey,
  getModelDefaults,
  getModelKey,
  listKeyModels,
  listModelKeys,
  removeModelKey,
  setModelDefaults,
  updateModelKey,
} from "../../../shared/contract/models/modelKeys.ts";
import type { ModelDefaults, ModelKey, OfferedModel } from "../../../shared/contract/models/modelKeys.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, loadOrThrow, type Resource } from "../platform/resource.ts";

/** The organization's keys of model providers, the newest first. */
export const modelKeys = createResource<ModelKey[]>();
/** How the last call about keys ended: `GET_KEY_ERROR` where it failed (specification 8). */
export const keyCalls = proxy<{ error: "GET_KEY_ERROR" | null }>({ error: null });
/** The models chosen for a job. */
export const defaultModels = createResource<ModelDefaults>();

/** Where one key is. */
export interface KeyPlace {
  orgId: string;
  keyId: string;
}

const offers = new Map<string, Resource<OfferedModel[]>>();

/** What the provider of one key offers, once somebody asked. */
export function offerOf(keyId: string): Resource<OfferedModel[]> {
  const offer = offers.get(keyId) ?? createResource<OfferedModel[]>();
  offers.set(keyId, offer);
  return offer;
}

/** Asks the key's provider what it offers now, once: what it says of every type is kept with the key. */
export function loadOffer(place: KeyPlace): Promise<void> {
  return loadOrThrow(offerOf(place.keyId), async () => {
    await noted(client.call(listKeyModels, { params: place }));
    return (await noted(client.call(getModelKey, { params: place }))).data.models;
  });
}

export function loadModelKeys(orgId: string): Promise<void> {
  const query = { limit: 100 };
  return loadOrThrow(modelKeys, async () => {
    return (await noted(client.call(listModelKeys, { params: { orgId }, query }))).items;
  });
}

export function loadDefaultModels(orgId: string): Promise<void> {
  return load(defaultModels, async () => (await client.call(getModelDefaults, { params: { orgId } })).data);
}

/** Sets some of them; the others stay. */
export async function saveDefaultModels(orgId: string, data: Partial<ModelDefaults>): Promise<void> {
  fill(defaultModels, (await client.call(setModelDefaults, { params: { orgId }, body: { data } })).data);
}

/** Keeps a key once its provider has taken it; rejects with the reason otherwise. */
export async function addModelKey(
  orgId: string,
  data: BodyOf<typeof createModelKey>["data"],
): Promise<ModelKey> {
  return (await logged(client.call(createModelKey, { params: { orgId }, body: { data } }))).data;
}

export async function changeModelKey(
  place: KeyPlace,
  data: BodyOf<typeof updateModelKey>["data"],
): Promise<void> {
  await logged(client.call(updateModelKey, { params: place, body: { data } }));
}

/** Asks the provider again; rejects with why it does not take the key. */
export async function checkModelKey(place: KeyPlace): Promise<void> {
  await logged(client.call(listKeyModels, { params: place }));
}

export function forgetModelKey(place: KeyPlace): Promise<void> {
  return logged(client.call(removeModelKey, { params: place }));
}

/** A failed call about keys is logged and rejected to the caller, and the state says so. */
async function logged<T>(calling: Promise<T>): Promise<T> {
  try {
    return await noted(calling);
  } catch (thrown) {
    console.error(toRequestError(thrown).message);
    throw thrown;
  }
}

async function noted<T>(calling: Promise<T>): Promise<T> {
  try {
    const answer = await calling;
    keyCalls.error = null;
    return answer;
  } catch (thrown) {
    keyCalls.error = "GET_KEY_ERROR";
    throw thrown;
  }
}
