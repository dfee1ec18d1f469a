import type { CatalogEntry } from "../../../shared/contract/voice/voices.ts";
import type { VoiceService } from "../../../shared/domain/voiceServices.ts";
import { askService, readString, ServiceFault } from "./askService.ts";
import type { ServiceAccess } from "./askService.ts";
import { readField } from "../../models/readField.ts";

/** What is listed: voices for calls, voices of avatars, or avatars. */
export type CatalogKind = "callVoice" | "videoVoice" | "avatar";

/** An entry with what only the server needs. */
export interface ListedEntry extends CatalogEntry {
  /** Where its sample or picture is, if the service says so. */
  previewUrl: string | null;
}

/** The most that is read of one service. */
const mostEntries = 2000;
const pageSize = 100;

/** Reads all that a service lists of a kind, page by page. Throws a ServiceFault. */
export async function listEntries(access: ServiceAccess, kind: CatalogKind): Promise<ListedEntry[]> {
  return (await readers[kind][access.service]?.(access)) ?? [];
}

/** Whether a service lists entries of a kind. */
export function hasEntries(service: VoiceService, kind: CatalogKind): boolean {
  return readers[kind][service] !== undefined;
}

type Reader = (access: ServiceAccess) => Promise<ListedEntry[]>;

const readers: Readonly<Record<CatalogKind, Partial<Record<VoiceService, Reader>>>> = {
  callVoice: { elevenlabs: listElevenlabsVoices },
  videoVoice: {
    liveavatar: async (access) => [
      ...(await listOwnVoices(access)),
      ...(await listLiveavatar(access, "/v1/voices?voice_type=public", readLiveavatarVoice)),
    ],
    tavus: (access) => listTavus(access, "/v2/voices", readTavusVoice),
  },
  avatar: {
    liveavatar: async (access) => [
      ...(await listLiveavatar(access, "/v1/avatars", readLiveavatarAvatar)),
      ...(await listLiveavatar(access, "/v1/avatars/public", readLiveavatarAvatar)),
    ],
    tavus: (access) => listTavus(access, "/v2/faces?verbose=true", readTavusFace),
  },
};

/** The cheapest question that only the owner of a key is answered. */
const checks: Readonly<Record<VoiceService, string>> = {
  elevenlabs: "/v2/voices?page_size=1",
  // The list of public avatars needs no key.
  liveavatar: "/v1/avatars?page=1&page_size=1",
  tavus: "/v2/faces?limit=1",
};

/** Asks a service whether it takes a key. Throws a ServiceFault where it doesn't. */
export async function checkAccess(access: ServiceAccess): Promise<void> {
  await askService(access, { path: checks[access.service] });
}

async function listElevenlabsVoices(access: ServiceAccess): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  let token = "";
  do {
    const next = token === "" ? "" : `&next_page_token=${encodeURIComponent(token)}`;
    const answer = await askService(access, { path: `/v2/voices?page_size=${pageSize}${next}` });
    const rows = readRows(readField(answer, "voices"));
    found.push(...rows.flatMap(readElevenlabsVoice));
    token =
      readField(answer, "has_more") === true && rows.length > 0 ? readString(answer, "next_page_token") : "";
  } while (token !== "" && found.length < mostEntries);
  return found;
}

function readElevenlabsVoice(row: unknown): ListedEntry[] {
  const labels = readField(row, "labels");
  const about = ["language", "accent", "gender", "descriptive", "use_case"].map((name) =>
    readString(labels, name),
  );
  return makeEntry("elevenlabs", {
    id: readString(row, "voice_id"),
    name: readString(row, "name"),
    about,
    previewUrl: readString(row, "preview_url") || null,
  });
}

/** Some plans may not list voices of their own; those accounts still have the public ones. */
async function listOwnVoices(access: ServiceAccess): Promise<ListedEntry[]> {
  try {
    return await listLiveavatar(access, "/v1/voices?voice_type=private", readLiveavatarVoice);
  } catch (error) {
    if (error instanceof ServiceFault && (error.status === 403 || error.status === 422)) return [];
    throw error;
  }
}

async function listLiveavatar(
  access: ServiceAccess,
  path: string,
  read: (row: unknown) => ListedEntry[],
): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  for (let page = 1; found.length < mostEntries; page += 1) {
    const sign = path.includes("?") ? "&" : "?";
    const answer = await askService(access, { path: `${path}${sign}page=${page}&page_size=${pageSize}` });
    const data = readField(answer, "data");
    const rows = readRows(readField(data, "results"));
    found.push(...rows.flatMap(read));
    // `next` is an address; only whether there is one counts.
    if (rows.length === 0 || typeof readField(data, "next") !== "string") break;
  }
  return found;
}

function readLiveavatarVoice(row: unknown): ListedEntry[] {
  const [id, name] = [readString(row, "id"), readString(row, "name")];
  const about = [readString(row, "language"), readString(row, "gender")];
  return makeEntry("liveavatar", { id, name, about, previewUrl: null, hasPreview: true });
}

function readLiveavatarAvatar(row: unknown): ListedEntry[] {
  // One that is being made, or has expired, can't be used.
  if (readField(row, "is_expired") === true || readString(row, "status") !== "ACTIVE") return [];
  const [id, name] = [readString(row, "id"), readString(row, "name")];
  const voice = readString(readField(row, "default_voice"), "name");
  const about = [voice && `Voice: ${voice}`];
  return makeEntry("liveavatar", { id, name, about, previewUrl: readString(row, "preview_url") || null });
}

async function listTavus(
  access: ServiceAccess,
  path: string,
  read: (row: unknown) => ListedEntry[],
): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  let seen = 0;
  for (let page = 1; found.length < mostEntries; page += 1) {
    const sign = path.includes("?") ? "&" : "?";
    const answer = await askService(access, { path: `${path}${sign}limit=${pageSize}&page=${page}` });
    const rows = readRows(readField(answer, "data"));
    found.push(...rows.flatMap(read));
    seen += rows.length;
    const total = readField(answer, "total_count");
    if (rows.length === 0 || typeof total !== "number" || seen >= total) break;
  }
  return found;
}

function readTavusFace(row: unknown): ListedEntry[] {
  if (readString(row, "status") !== "completed") return [];
  const [id, name] = [readString(row, "face_id"), readString(row, "face_name")];
  const about = [readString(row, "model_name")];
  return makeEntry("tavus", { id, name, about, previewUrl: readString(row, "thumbnail_video_url") || null });
}

function readTavusVoice(row: unknown): ListedEntry[] {
  const status = readString(row, "status");
  if (status !== "" && status !== "completed") return [];
  const [id, name] = [readString(row, "voice_id"), readString(row, "voice_name")];
  return makeEntry("tavus", { id, name, about: [], previewUrl: null });
}

interface Read {
  id: string;
  name: string;
  about: readonly string[];
  previewUrl: string | null;
  hasPreview?: boolean;
}

/** None of what has no ID: it could not be chosen. */
function makeEntry(service: VoiceService, { id, name, about, previewUrl, hasPreview }: Read): ListedEntry[] {
  if (id === "" || id.length > 200) return [];
  return [
    {
      ...{ service, id, name: name.slice(0, 200) || id, previewUrl },
      about: about.filter(Boolean).join(", ").slice(0, 300),
      hasPreview: hasPreview ?? previewUrl !== null,
    },
  ];
}

function readRows(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]).slice(0, mostEntries) : [];
}
