import type { VoiceService } from "../../../shared/domain/voiceServices.ts";
import { voiceServiceFacts, voiceServices } from "../../../shared/domain/voiceServices.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { CatalogEntry, CatalogPage } from "../../../shared/contract/voice/voices.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Store } from "../../database/store.ts";
import { askService, readString, ServiceFault } from "./askService.ts";
import { cantOpenKey, findVoiceKey, noteRefusal, openAccess, readVoiceKeys } from "./keys.ts";
import type { OpenedBy } from "./keys.ts";
import { hasEntries, listEntries } from "./listEntries.ts";
import type { CatalogKind, ListedEntry } from "./listEntries.ts";
import type { VoiceKeyRow } from "./tables.ts";
import { readField } from "../../models/readField.ts";
import { audioMarkBytes, audioTypeOf } from "../../storage/audioType.ts";

export interface CatalogDeps extends OpenedBy {
  store: Store;
  egress: Pick<Egress, "fetch">;
  now: () => number;
}

/** What services list, by an organization's keys. */
export interface Catalog {
  /** Everything of a kind, of all services or of one, and which could not be asked. */
  list(organizationId: string, kind: CatalogKind, service?: CatalogEntry["service"]): Promise<Listed>;
  /** What is heard or seen of an entry. */
  preview(organizationId: string, wanted: WantedPreview): Promise<{ contentType: string; content: string }>;
}

export interface Listed {
  entries: ListedEntry[];
  problems: CatalogPage["problems"];
  missing: CatalogPage["missing"];
}

export interface WantedPreview {
  service: VoiceService;
  kind: "voice" | "avatar";
  id: string;
}

/** For how long a list is not read again: people page and search in it. */
const keptMs = 5 * 60_000;
/** The most lists that are kept; the oldest goes first. */
const mostKept = 100;
const largestPreview = 8_000_000;
const previewWithinMs = 15_000;
const markChars = (audioMarkBytes / 3) * 4;

/** Makes it; lists are read when somebody asks, and kept for a few minutes. */
export function createCatalog(deps: CatalogDeps): Catalog {
  const { store, egress, now } = deps;
  const kept = new Map<string, { until: number; entries: Promise<ListedEntry[]> }>();

  function read(row: VoiceKeyRow, kind: CatalogKind): Promise<ListedEntry[]> {
    const name = [row.organizationId, row.service, kind, row.sealedKey].join(" ");
    const before = kept.get(name);
    if (before && before.until > now()) return before.entries;
    const entries = ask(row, kind);
    kept.delete(name);
    kept.set(name, { until: now() + keptMs, entries });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    // One that failed is asked for again.
    entries.catch(() => kept.delete(name));
    return entries;
  }

  async function ask(row: VoiceKeyRow, kind: CatalogKind): Promise<ListedEntry[]> {
    const access = openAccess(deps, row);
    if (!access) throw new ServiceFault(cantOpenKey);
    try {
      const entries = await listEntries(access, kind);
      if (row.refusal !== null) await noteRefusal(store.db, row, null);
      return entries;
    } catch (error) {
      if (error instanceof ServiceFault && error.isKeyWrong) await noteRefusal(store.db, row, error.message);
      throw error;
    }
  }

  return {
    async list(organizationId, kind, wanted) {
      const services = voiceServices.filter((service) => hasEntries(service, kind));
      const asked = services.filter((service) => (wanted ?? service) === service);
      const rows = (await readVoiceKeys(store.db, organizationId)).filter(({ service }) =>
        asked.includes(service),
      );
      const found = await Promise.allSettled(rows.map((row) => read(row, kind)));
      const problems = found.flatMap((one, at): Listed["problems"] => {
        const service = rows[at]?.service;
        if (one.status === "fulfilled" || !service) return [];
        const { reason } = one as { reason: unknown };
        if (!(reason instanceof ServiceFault)) throw reason;
        return [{ service, message: `${voiceServiceFacts[service].label}: ${reason.message}` }];
      });
      return {
        entries: found.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
        problems,
        missing: rows.length > 0 ? null : sayMissing(asked.length > 0 ? asked : services),
      };
    },

    async preview(organizationId, { service, kind, id }) {
      const row = await findVoiceKey(store.db, { organizationId, service });
      const listed = previewed[kind].find((one) => hasEntries(service, one));
      if (!row || !listed) throw new AppError("not_found");
      try {
        const entry = (await read(row, listed)).find((one) => one.id === id);
        const access = openAccess(deps, row);
        if (!entry?.hasPreview || !access) throw new AppError("not_found");
        if (entry.previewUrl !== null) return await fetchPreview(entry.previewUrl);
        const path = `/v1/voices/${encodeURIComponent(id)}/preview`;
        const data = readField(await askService(access, { path }), "data");
        const content = readString(data, "audio_base64").replace(/^data:[^,]*,/, "");
        // LiveAvatar doesn't say what it sends.
        const contentType = audioTypeOf(Buffer.from(content.slice(0, markChars), "base64")) ?? "audio/mpeg";
        return { contentType, content };
      } catch (error) {
        if (error instanceof ServiceFault)
          throw new AppError("speech_failed", { message: error.message, cause: error });
        throw error;
      }
    },
  };

  /** A service's own address of a file; where it leads is the service's word, so the guard looks at it. */
  async function fetchPreview(url: string): Promise<{ contentType: string; content: string }> {
    try {
      const { status, headers, body } = await egress.fetch(url, {
        ...{ maxBytes: largestPreview, timeoutMs: previewWithinMs },
      });
      const contentType = (headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
      if (status === 200 && /^(audio|image|video)\/[\w.+-]+$/.test(contentType) && !/svg/.test(contentType))
        return { contentType, content: body.toString("base64") };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
    }
    throw new AppError("speech_failed", { message: "The preview could not be read from the service." });
  }
}

function sayMissing(services: readonly VoiceService[]): string {
  const labels = services.map((service) => voiceServiceFacts[service].label);
  return `Add a ${labels.join(" or ")} key under Model keys.`;
}

const previewed: Readonly<Record<WantedPreview["kind"], readonly CatalogKind[]>> = {
  voice: ["callVoice", "videoVoice"],
  avatar: ["avatar"],
};
