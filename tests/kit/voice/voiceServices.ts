import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { providerFetch } from "../../../server/egress/providerFetch.ts";
import { makeVoice } from "./speechProvider.ts";

/** What the services know, as a test wants it. */
export interface ServiceWorld {
  /** The one key that each takes. */
  key: string;
  elevenlabs: { voice_id: string; name: string; labels?: Record<string, string>; preview_url?: string }[];
  liveavatarVoices: { id: string; name: string; language: string; gender: string }[];
  liveavatarAvatars: {
    id: string;
    name: string;
    status?: string;
    preview_url?: string;
    is_expired?: boolean;
  }[];
  tavusFaces: { face_id: string; face_name: string; status?: string; thumbnail_video_url?: string }[];
  tavusVoices: { voice_id: string; voice_name: string }[];
  /** A status in place of every answer. */
  refusesWith?: number;
  /** A status in place of a new conversation of Tavus. */
  refusesRooms?: number;
}

export interface ServiceRequestSeen {
  host: string;
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** The services for voices and avatars on this machine, each by its own host name, in its own wire format. */
export interface VoiceServicesFake {
  url: string;
  world: ServiceWorld;
  requests: ServiceRequestSeen[];
  /** Goes to this server whatever the address says, and says which host was meant. */
  fetch: typeof fetch;
}

const hosts = { elevenlabs: "api.elevenlabs.io", liveavatar: "api.liveavatar.com", tavus: "tavusapi.com" };

/** Starts them; they end with the test. */
export async function startVoiceServices(world: Partial<ServiceWorld> = {}): Promise<VoiceServicesFake> {
  const known: ServiceWorld = {
    ...{ key: "service-key-0001", elevenlabs: [], liveavatarVoices: [], liveavatarAvatars: [] },
    ...{ tavusFaces: [], tavusVoices: [] },
    ...world,
  };
  const requests: ServiceRequestSeen[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://service.test");
      const host = String(request.headers["x-meant-host"] ?? hosts.elevenlabs);
      const body = JSON.parse(Buffer.concat(pieces).toString() || "{}") as Record<string, unknown>; // what we sent
      const { method = "GET", headers } = request;
      requests.push({ host, method, path: url.pathname + url.search, headers, body });
      const asked = { method, url, headers, body };
      if (url.pathname.startsWith("/files/")) return sendFile(response, url.pathname);
      if (known.refusesWith) return send(response, known.refusesWith, { message: "refused" });
      if (host === hosts.elevenlabs) return answerElevenlabs(known, response, asked);
      if (host === hosts.liveavatar) return answerLiveavatar(known, response, asked);
      return answerTavus(known, response, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return {
    ...{ url, world: known, requests },
    fetch(input, init) {
      const asked = new URL(input instanceof Request ? input.url : String(input));
      const headers = new Headers(init?.headers);
      headers.set("x-meant-host", asked.host);
      return providerFetch(new URL(asked.pathname + asked.search, url), { ...init, headers });
    },
  };
}

interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

function send(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(content === null ? "" : JSON.stringify(content));
}

function sendFile(response: ServerResponse, path: string): void {
  const type = path.endsWith(".mp3") ? "audio/mpeg" : path.endsWith(".webp") ? "image/webp" : "text/html";
  response.writeHead(200, { "content-type": type }).end(`file of ${path}`);
}

/** ElevenLabs: pages by a token, at most 100 on each; a voice speaks as a stream of samples. */
function answerElevenlabs(
  world: ServiceWorld,
  response: ServerResponse,
  { url, headers, body }: Asked,
): void {
  const refused = (status: string, message: string) => ({ detail: { status, message } });
  if (headers["xi-api-key"] !== world.key)
    return send(response, 401, refused("invalid_api_key", "Invalid API key"));
  const spoken = /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(url.pathname);
  if (spoken) {
    if (!world.elevenlabs.some(({ voice_id: id }) => id === spoken[1]))
      return send(response, 404, refused("voice_not_found", "A voice with this ID was not found."));
    if (url.searchParams.get("output_format") !== "pcm_24000" || typeof body["text"] !== "string")
      return send(response, 422, { detail: [{ msg: "Field required" }] });
    response.writeHead(200, { "content-type": "audio/pcm" }).end(makeVoice(body["text"]));
    return;
  }
  if (url.pathname !== "/v2/voices") return send(response, 404, { detail: "Not Found" });
  const size = Number(url.searchParams.get("page_size") ?? 10);
  if (!(size >= 1 && size <= 100)) return send(response, 422, { detail: [{ msg: "page_size" }] });
  const from = Number(url.searchParams.get("next_page_token") ?? 0);
  const rest = world.elevenlabs.slice(from);
  const hasMore = rest.length > size;
  send(response, 200, {
    voices: rest.slice(0, size),
    has_more: hasMore,
    total_count: world.elevenlabs.length,
    next_page_token: hasMore ? String(from + size) : null,
  });
}

/** LiveAvatar: everything in `{code, data, message}`, pages with `next`. The public avatars need no key. */
function answerLiveavatar(world: ServiceWorld, response: ServerResponse, { url, headers }: Asked): void {
  const isPublic = url.pathname === "/v1/avatars/public";
  if (!isPublic && headers["x-api-key"] !== world.key)
    return send(response, 401, { code: 4001, data: null, message: "Invalid API key" });
  const preview = /^\/v1\/voices\/([^/]+)\/preview$/.exec(url.pathname);
  if (preview) {
    const audio = Buffer.from("RIFF 00 WAVE").toString("base64");
    return send(response, 200, { code: 100, data: { audio_base64: audio }, message: "" });
  }
  const lists: Record<string, unknown[]> = {
    "/v1/avatars": [],
    "/v1/avatars/public": world.liveavatarAvatars.map((avatar) => ({ status: "ACTIVE", ...avatar })),
    "/v1/voices": url.searchParams.get("voice_type") === "private" ? [] : world.liveavatarVoices,
  };
  const rows = lists[url.pathname];
  if (!rows) return send(response, 404, { code: 4004, data: null, message: "Not Found" });
  const size = Number(url.searchParams.get("page_size") ?? 20);
  const page = Number(url.searchParams.get("page") ?? 1);
  if (!(size >= 1 && size <= 100 && page >= 1))
    return send(response, 422, { detail: [{ msg: "page_size" }] });
  const to = page * size;
  const next = to < rows.length ? `https://${hosts.liveavatar}${url.pathname}?page=${page + 1}` : null;
  const results = rows.slice(to - size, to);
  send(response, 200, {
    code: 100,
    data: { count: rows.length, next, previous: null, results },
    message: "",
  });
}

/** Tavus: `{data, total_count}`; a conversation is told what to say only by who has it, and while it lasts. */
function answerTavus(world: ServiceWorld, response: ServerResponse, asked: Asked): void {
  const { url, headers, method, body } = asked;
  if (headers["x-api-key"] !== world.key) return send(response, 401, { message: "Invalid access token" });
  if (method === "POST") return answerTavusRoom(world, response, { url, body });
  const lists: Record<string, unknown[]> = {
    "/v2/faces": world.tavusFaces.map((face) => ({ status: "completed", face_type: "system", ...face })),
    "/v2/voices": world.tavusVoices.map((voice) => ({ status: "completed", ...voice })),
  };
  const rows = lists[url.pathname];
  if (!rows) return send(response, 404, { message: "Not Found" });
  const size = Number(url.searchParams.get("limit") ?? 10);
  const page = Number(url.searchParams.get("page") ?? 1);
  send(response, 200, { data: rows.slice((page - 1) * size, page * size), total_count: rows.length });
}

/** The one conversation that this Tavus has, and the one persona that says what it is told. */
const room = { id: "c0ffee", persona: "p-echo" };

function answerTavusRoom(
  { tavusFaces, refusesRooms }: ServiceWorld,
  response: ServerResponse,
  { url, body }: Pick<Asked, "url" | "body">,
): void {
  const hasFace = (id: unknown) => tavusFaces.some(({ face_id: face }) => face === id);
  if (url.pathname === "/v2/personas") {
    if (body["pipeline_mode"] !== "echo" || !hasFace(body["default_replica_id"]))
      return send(response, 400, { error: "Invalid default_replica_id" });
    return send(response, 200, { persona_id: room.persona, persona_name: body["persona_name"] });
  }
  if (url.pathname === "/v2/conversations") {
    if (refusesRooms) return send(response, refusesRooms, { message: "Out of credits" });
    if (body["persona_id"] !== room.persona || !hasFace(body["replica_id"]))
      return send(response, 404, { message: "Unknown replica" });
    const isTest = body["test_mode"] === true;
    return send(response, 200, {
      ...{ conversation_id: room.id, conversation_url: `https://tavus.daily.co/${room.id}` },
      ...{
        status: isTest ? "ended" : "active",
        ...(body["require_auth"] === true && { meeting_token: "token-1" }),
      },
    });
  }
  if (url.pathname === `/v2/conversations/${room.id}/end`) return send(response, 200, null);
  if (url.pathname !== `/v2/conversations/${room.id}/send-app-message`)
    return send(response, 404, { message: "Not Found" });
  const isKnown = ["conversation.echo", "conversation.interrupt"].includes(String(body["event_type"]));
  if (body["message_type"] !== "conversation" || !isKnown)
    return send(response, 400, { error: "Unknown event" });
  send(response, 200, {});
}
