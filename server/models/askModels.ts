import type { OfferedModel } from "../../shared/contract/models/modelKeys.ts";
import type { ModelType } from "../../shared/domain/modelKeys.ts";
import type { KeyProvider } from "../../shared/domain/providers.ts";
import { isSpeechModel } from "../../shared/domain/speech.ts";
import { EgressError } from "../egress/EgressError.ts";
import { missingScopes } from "./fault.ts";
import { addresses } from "./providers.ts";
import { readField } from "./readField.ts";
import { readText } from "../egress/readText.ts";

/** What a key is checked with. */
export interface Credentials {
  provider: KeyProvider;
  key: string | null;
  baseUrl: string | null;
}

/** What a provider offers to the owner of a key. */
export interface Offer {
  models: OfferedModel[];
  /** The ids of those that write down what is said. */
  speechModels: string[];
}

/** Thrown where a provider does not take a key or can't be asked; the message is for people and has no secrets. */
export class KeyRefused extends Error {
  override name = "KeyRefused";
  /** The key, where the provider answered about it; else its address is as likely wrong. */
  readonly isAboutKey: boolean;
  /** The provider says that this key is none that leads to its models; else another look may find that it is one. */
  readonly isKeyWrong: boolean;

  constructor(message: string, { isAboutKey = false, isKeyWrong = false, cause }: RefusedOptions = {}) {
    super(message, { cause });
    this.isAboutKey = isAboutKey;
    this.isKeyWrong = isKeyWrong;
  }
}

interface RefusedOptions {
  isAboutKey?: boolean;
  isKeyWrong?: boolean;
  cause?: unknown;
}

const patienceMs = 15_000;
const largestList = 4_000_000;
const largestRefusal = 64_000;
const mostModels = 1000;

/** Asks a provider which models it offers to the owner of a key. Throws KeyRefused with the reason in plain words. */
export async function askModels(
  { provider, key, baseUrl }: Credentials,
  fetch: typeof globalThis.fetch,
): Promise<Offer> {
  const url = `${baseUrl ?? addresses[provider]}/models${provider === "google" ? "?pageSize=1000" : ""}`;
  const init = { headers: headersOf(provider, key), signal: AbortSignal.timeout(patienceMs) };
  const response = await fetch(url, { ...init, redirect: "error" }).catch((error: unknown) => {
    throw new KeyRefused(sayWhy(error), { cause: error });
  });
  if (!response.ok) {
    const body = await readText(response, largestRefusal).catch(() => null);
    const isKeyWrong = saysKeyIsWrong(response.status, body);
    const isAboutKey = isKeyWrong || aboutKey.has(response.status);
    throw new KeyRefused(sayRefusal(response.status, isKeyWrong), { isAboutKey, isKeyWrong });
  }
  const offer = readList(provider, await readJson(response));
  if (offer === null) throw new KeyRefused("What answers there does not list models. Check the address.");
  return offer;
}

function headersOf(provider: KeyProvider, key: string | null): Record<string, string> {
  if (key === null) return {};
  if (provider === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}

const aboutKey = new Set([400, 401, 402, 403, 429]);

/**
 * 401 and 402 are said only of a key. Google answers 400 to one that is none; a 403 may as well be about a region, and
 * some keys may write answers but not list models.
 */
function saysKeyIsWrong(status: number, body: string | null): boolean {
  if (status === 402) return true;
  if (status === 401) return body === null || !missingScopes.test(body);
  if (status !== 400 && status !== 403) return false;
  return body !== null && /api[-_ ]?key/i.test(body) && !/scope/i.test(body);
}

function sayRefusal(status: number, isKeyWrong: boolean): string {
  if (isKeyWrong && (status === 400 || status === 401))
    return "The provider does not know this key. Copy it again.";
  if (status === 401 || status === 403)
    return "The provider knows this key but gives it no right to use models.";
  if (status === 402) return "The account of this key has no credit left.";
  if (status === 404) return "No list of models is at this address. It mostly ends in /v1.";
  if (status === 429) return "The provider asks to wait. Try again in a minute.";
  return `The provider answered ${status}. Try again later.`;
}

function sayWhy(error: unknown): string {
  if (error instanceof EgressError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError")
    return "The provider took too long to answer. Try again in a minute.";
  return "The provider could not be reached. Try again in a minute.";
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await readText(response, largestList)) ?? "");
  } catch {
    return null;
  }
}

/** OpenAI and its imitators, Anthropic: `data[].id`. Google: `models[].name`, with what each can do. */
function readList(provider: KeyProvider, body: unknown): Offer | null {
  const rows = readField(body, "data") ?? readField(body, "models");
  if (!Array.isArray(rows)) return null;
  const offer: Offer = { models: [], speechModels: [] };
  for (const row of rows.slice(0, mostModels) as unknown[]) {
    const id = readField(row, "id") ?? readField(row, "name");
    if (typeof id !== "string" || id === "" || id.length > 150) continue;
    const type = typeOf(id, readField(row, "supportedGenerationMethods"));
    if (isSpeechModel(provider, id)) offer.speechModels.push(id);
    else if (type) offer.models.push({ id: id.replace(/^models\//, ""), type });
  }
  return offer;
}

/** Most providers do not say what a model is for; its name does. */
function typeOf(id: string, methods: unknown): ModelType | null {
  if (Array.isArray(methods)) {
    if (methods.includes("generateContent")) return "completion";
    return methods.includes("embedContent") ? "embedding" : null;
  }
  if (/embed|bge-|\be5-|gte-/i.test(id)) return "embedding";
  return /whisper|tts|dall-e|image|audio|realtime|moderation|transcribe|rerank|sora/i.test(id)
    ? null
    : "completion";
}
