import {
  listCallVoices,
  listVideoAvatars,
  listVideoVoices,
  listVoices,
  previewCatalogEntry,
  previewVoice,
} from "../../../shared/contract/voice/voices.ts";
import type { CatalogEntry, CatalogPage } from "../../../shared/contract/voice/voices.ts";
import { isVoiceService } from "../../../shared/domain/voiceServices.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { ModelFault } from "../../models/fault.ts";
import type { SoundPart } from "../../models/soundReader.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { Catalog, Listed } from "../services/catalog.ts";
import { usualElevenlabs } from "../services/elevenlabsSpeaker.ts";
import { findVoiceKey } from "../services/keys.ts";
import { openCallSpeech } from "../services/openCallSpeech.ts";
import type { CallSpeechDeps } from "../services/openCallSpeech.ts";
import { tryTwice } from "./tryTwice.ts";
import { writeWav } from "./wav.ts";

export interface VoiceChoiceDeps extends CallSpeechDeps {
  catalog: Catalog;
}

/** The calls on the voices that speak in calls, and on avatars. */
export function voiceChoiceRoutes(deps: VoiceChoiceDeps): Route[] {
  const { models, catalog, store } = deps;
  const openUsual = (organizationId: string) =>
    models.openCallSpeech(organizationId, { voice: "", model: "" });

  async function listModelVoices(organizationId: string): Promise<CatalogEntry[]> {
    const names = (await (await openUsual(organizationId))?.listVoices()) ?? [];
    return names.map((name) => ({ service: "model", id: name, name, about: "", hasPreview: false }));
  }

  return [
    handle(listCallVoices, async ({ caller: { organizationId } }) => {
      const found = await openUsual(organizationId);
      const row = await findVoiceKey(store.db, { organizationId, service: "elevenlabs" });
      const elevenlabs = row?.refusal === null ? usualElevenlabs : null;
      if (!found)
        return { data: { provider: null, voices: [], usual: { voice: "", model: "" }, elevenlabs } };
      const provider = found.isOpenai ? ("openai" as const) : ("other" as const);
      return { data: { provider, voices: await found.listVoices(), usual: found.usual, elevenlabs } };
    }),

    handle(listVoices, async ({ caller: { organizationId }, query }) => {
      const { service } = query;
      const listed = await catalog.list(organizationId, "callVoice", service);
      const ofModel = (service ?? "model") === "model" ? await listModelVoices(organizationId) : [];
      const entries = [...listed.entries, ...ofModel];
      const missing = ofModel.length > 0 ? null : listed.missing && sayMissing(service, listed.missing);
      return cutPage({ ...listed, entries, missing }, query);
    }),

    handle(listVideoVoices, async ({ caller: { organizationId }, query }) =>
      cutPage(await catalog.list(organizationId, "videoVoice", query.service), query),
    ),

    handle(listVideoAvatars, async ({ caller: { organizationId }, query }) =>
      cutPage(await catalog.list(organizationId, "avatar", query.service), query),
    ),

    handle(previewCatalogEntry, async ({ caller, params: { service }, query }) => {
      if (!isVoiceService(service)) throw new AppError("not_found");
      return { data: await catalog.preview(caller.organizationId, { service, ...query }) };
    }),

    handle(previewVoice, async ({ caller, body, request: { signal } }) => {
      const { text, ...wanted } = body.data;
      const found = await openCallSpeech(deps, caller.organizationId, wanted);
      if (!found)
        throw new AppError("speech_failed", { message: "Choose a model for speech under Model keys first." });
      try {
        const parts = await tryTwice(async () => {
          const heard: SoundPart[] = [];
          await found.speaker.speak({ text, signal }, (part) => heard.push(part));
          return heard;
        });
        return { data: writeFile(parts) };
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        throw new AppError("speech_failed", { message: `Nothing was said. ${error.message}`, cause: error });
      }
    }),
  ];
}

/** What to set so that there are voices: a key, or a model that has some. */
function sayMissing(service: CatalogEntry["service"] | undefined, key: string): string {
  if (service === "model") return "Choose a model for speech whose server lists its voices.";
  if (service !== undefined) return key;
  return "Add an ElevenLabs key under Model keys, or choose a model for speech whose server lists its voices.";
}

interface CatalogQuery {
  page: number;
  limit: number;
  search: string;
}

/** The page of a list that was asked for: of the entries that have every word of the search. */
function cutPage(
  { entries, problems, missing }: Omit<Listed, "entries"> & { entries: readonly CatalogEntry[] },
  { page, limit, search }: CatalogQuery,
): CatalogPage {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = entries.filter(({ name, about, id }) => {
    const text = `${name} ${about} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const from = (page - 1) * limit;
  return {
    items: fitting
      .slice(from, from + limit)
      .map(({ service, id, name, about, hasPreview }) => ({ service, id, name, about, hasPreview })),
    page: { page, limit, total: fitting.length },
    ...{ missing, problems },
  };
}

function writeFile(parts: readonly SoundPart[]): { contentType: string; sound: string } {
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const [first] = parts;
  if (first?.kind !== "samples") return { contentType: "audio/mpeg", sound: bytes.toString("base64") };
  const samples = new Int16Array(new Uint8Array(bytes).buffer);
  return { contentType: "audio/wav", sound: Buffer.from(writeWav(samples, first.rate)).toString("base64") };
}
