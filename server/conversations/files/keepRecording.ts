import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { ConversationDeps } from "../deps.ts";
import { announceAttachment } from "./attachments.ts";

/** The files of a call's recording, stored, until the end of the call is told with them. */
export interface KeptRecording {
  ids: string[];
  contactId: string;
  /** When it began. */
  from: number;
  /** Whether all of it could be stored. */
  isWhole: boolean;
}

/** Stores the recording of a call, as much of it as it can. */
export type KeepRecording = (
  call: AgentKey & { contactId: string },
  recording: { files: Uint8Array<ArrayBuffer>[]; from: number },
) => Promise<KeptRecording>;

/** What a recording is stored as. */
export const recordingType = "audio/wav";

/**
 * Makes what stores recordings as files of the visitor, so that they count in the same limits, and are erased, exported and
 * kept as theirs are. Those that no message takes are swept.
 */
export function createKeepRecording(
  deps: Pick<ConversationDeps, "store" | "storage" | "now" | "report">,
): KeepRecording {
  return async ({ organizationId, agentId, contactId }, { files, from }) => {
    const sender = { organizationId, agentId, contactId };
    const ids: string[] = [];
    for (const [index, bytes] of files.entries()) {
      const name = files.length === 1 ? "Call.wav" : `Call ${index + 1} of ${files.length}.wav`;
      const file = { name, contentType: recordingType, sizeBytes: bytes.byteLength };
      try {
        const { fileId } = await deps.store.transaction((tx) =>
          announceAttachment(deps, tx, { sender, file }),
        );
        await deps.storage.sendFile(organizationId, fileId, bytes);
        ids.push(fileId);
      } catch (error) {
        // The parts after it would stand at a wrong place in the call.
        if (!(error instanceof AppError)) deps.report(error);
        break;
      }
    }
    return { ids, contactId, from, isWhole: ids.length === files.length };
  };
}
