import {
  createNote,
  removeNote,
  updateNote,
} from "../../../../shared/contract/conversations/messages/notes.ts";
import { handle } from "../../../requests/handle.ts";
import type { MemberCaller, Route } from "../../../requests/handle.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { presentMessage } from "../present.ts";
import type { Writer } from "../../answers/writer.ts";
import { changeNote, dropNote, writeNote } from "./notes.ts";

/** The calls on notes among the team. */
export function createNoteRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  return [
    handle(createNote, async ({ caller, params, body }) => {
      const note = { key: keyOf(caller, params), member: caller, ...body.data };
      return { data: presentMessage(await writeNote(deps, note), deps) };
    }),

    handle(updateNote, async ({ caller, params, body }) => {
      const wanted = { key: keyOf(caller, params), member: caller, noteId: params.noteId };
      return { data: presentMessage(await changeNote(deps, { ...wanted, ...body.data }), deps) };
    }),

    handle(removeNote, async ({ caller, params }) => {
      const wanted = { key: keyOf(caller, params), member: caller, noteId: params.noteId };
      return { data: presentMessage(await dropNote(deps, writer, wanted), deps) };
    }),
  ];
}

function keyOf(caller: MemberCaller, params: { productId: string; threadId: string }): ThreadKey {
  return { organizationId: caller.organizationId, agentId: params.productId, threadId: params.threadId };
}
