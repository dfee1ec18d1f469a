import type { BodyOf } from "../../shared/contract/call.ts";
import {
  createModelKey,
  getModelDefaults,
  listKeyModels,
  listModelKeys,
  removeModelKey,
  setModelDefaults,
  updateModelKey,
} from "../../shared/contract/modelKeys.ts";
import type { ModelDefaults, ModelKey } from "../../shared/contract/modelKeys.ts";
import { client } from "./client.ts";
import { createResource, load, loadOrThrow } from "./resource.ts";

/** The organisation's keys of model providers, the newest first. */
export const modelKeys = createResource<ModelKey[]>();
/** The model that new agents are given; null for the built-in one. */
export const defaultModel = createResource<ModelDefaults>();

export function loadModelKeys(orgId: string): Promise<void> {
  const query = { limit: 100 };
  return loadOrThrow(
    modelKeys,
    async () => (await client.call(listModelKeys, { params: { orgId }, query })).items,
  );
}

export function loadDefaultModel(orgId: string): Promise<void> {
  return load(defaultModel, async () => (await client.call(getModelDefaults, { params: { orgId } })).data);
}

export async function saveDefaultModel(orgId: string, chat: string | null): Promise<void> {
  const body = { data: { chat } };
  const { data } = await client.call(setModelDefaults, { params: { orgId }, body });
  Object.assign(defaultModel, { status: "ready", data, error: null });
}

/** Keeps a key once its provider has taken it; rejects with the reason otherwise. */
export async function addModelKey(
  orgId: string,
  data: BodyOf<typeof createModelKey>["data"],
): Promise<ModelKey> {
  return (await client.call(createModelKey, { params: { orgId }, body: { data } })).data;
}

export async function changeModelKey(
  place: { orgId: string; keyId: string },
  data: BodyOf<typeof updateModelKey>["data"],
): Promise<void> {
  await client.call(updateModelKey, { params: place, body: { data } });
}

/** Asks the provider anew; rejects with why it does not take the key. */
export async function checkModelKey(place: { orgId: string; keyId: string }): Promise<void> {
  await client.call(listKeyModels, { params: place });
}

export function forgetModelKey(place: { orgId: string; keyId: string }): Promise<void> {
  return client.call(removeModelKey, { params: place });
}
