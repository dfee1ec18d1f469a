import { longestCallMs } from "../../../shared/domain/call.ts";
import { askService, readString, ServiceFault } from "../services/askService.ts";
import type { ServiceAccess } from "../services/askService.ts";

/** An avatar that waits in a room of its own. */
export interface AvatarRoom {
  conversationId: string;
  /** Where it is seen: a page of Tavus's video service, with the token that opens it. */
  url: string;
}

/** How long the room waits for the visitor, and after they left. */
const absentSeconds = 60;
const leftSeconds = 5;

/** Makes who says only what is sent: no model of Tavus answers, and it hears nobody. */
export async function createEchoPersona(
  access: ServiceAccess,
  { avatarId, voiceId }: { avatarId: string; voiceId: string },
): Promise<string> {
  const answer = await askService(access, {
    path: "/v2/personas",
    method: "POST",
    body: {
      persona_name: "Pilothouse",
      pipeline_mode: "echo",
      default_replica_id: avatarId,
      ...(voiceId && { layers: { tts: { voice_id: voiceId } } }),
    },
  });
  return readString(answer, "persona_id") || readString(answer, "pal_id") || refuseUnread();
}

interface Wanted {
  avatarId: string;
  personaId: string;
}

/** Asks for a room without the avatar joining it, which costs nothing. Throws a ServiceFault. */
export async function tryRoom(access: ServiceAccess, wanted: Wanted): Promise<void> {
  await create(access, wanted, { test_mode: true });
}

/** Opens a room; its cost begins here. Throws a ServiceFault. */
export async function openRoom(access: ServiceAccess, wanted: Wanted): Promise<AvatarRoom> {
  const answer = await create(access, wanted, { require_auth: true });
  const url = URL.parse(readString(answer, "conversation_url"));
  const conversationId = readString(answer, "conversation_id");
  // The document around the avatar frames no other page.
  if (!url || url.protocol !== "https:" || !url.hostname.endsWith(".daily.co") || !conversationId)
    return refuseUnread();
  const token = readString(answer, "meeting_token");
  if (token) url.searchParams.set("t", token);
  return { conversationId, url: url.href };
}

function create(access: ServiceAccess, { avatarId, personaId }: Wanted, more: object): Promise<unknown> {
  const properties = {
    max_call_duration: longestCallMs / 1000,
    participant_absent_timeout: absentSeconds,
    participant_left_timeout: leftSeconds,
  };
  const body = { replica_id: avatarId, persona_id: personaId, properties, ...more };
  return askService(access, { path: "/v2/conversations", method: "POST", body });
}

/** Has a text said, or what is being said stopped. */
export async function tellRoom(
  access: ServiceAccess,
  conversationId: string,
  said: { text: string } | "interrupt",
): Promise<void> {
  const properties = said === "interrupt" ? {} : { modality: "text", text: said.text, done: true };
  await askService(access, {
    path: `/v2/conversations/${encodeURIComponent(conversationId)}/send-app-message`,
    method: "POST",
    body: {
      message_type: "conversation",
      event_type: said === "interrupt" ? "conversation.interrupt" : "conversation.echo",
      conversation_id: conversationId,
      properties,
    },
  });
}

/** Ends a room, and what it costs. */
export async function endRoom(access: ServiceAccess, conversationId: string): Promise<void> {
  const path = `/v2/conversations/${encodeURIComponent(conversationId)}/end`;
  await askService(access, { path, method: "POST" });
}

function refuseUnread(): never {
  throw new ServiceFault("The service's answer could not be read. Try again later.");
}
