import {
  createNote,
  removeNote,
  updateNote,
} from "../../../../shared/contract/conversations/messages/notes.ts";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import { client } from "../../platform/client.ts";
import { paramsOf, takeMessages } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";

/** Writes a note among the team; the same `clientId` is the same note. */
export async function sendNote(place: ThreadPlace, data: BodyOf<typeof createNote>["data"]): Promise<void> {
  takeMessages([(await client.call(createNote, { params: paramsOf(place), body: { data } })).data]);
}

/** Changes what a note of one's own says. */
export async function changeNote(
  place: ThreadPlace,
  { noteId, ...data }: { noteId: string } & BodyOf<typeof updateNote>["data"],
): Promise<void> {
  const params = { ...paramsOf(place), noteId };
  takeMessages([(await client.call(updateNote, { params, body: { data } })).data]);
}

/** Deletes a note; an event is in its place. */
export async function dropNote(place: ThreadPlace, noteId: string): Promise<void> {
  const params = { ...paramsOf(place), noteId };
  takeMessages([(await client.call(removeNote, { params })).data]);
}
