import { attachmentTypes, audioTypes } from "./attachments.ts";
import { maxAttachmentBytes, maxAttachments } from "./limits.ts";
import { maxAudioBytes } from "./speech.ts";

/** What a chat takes beside text: files where the agent's model is given them, recordings where they are written down. */
export function describeTaken({ files, recordings }: { files: boolean; recordings: boolean }) {
  const maxCount = maxAttachments;
  const types = [...attachmentTypes, ...(recordings ? audioTypes : [])];
  return {
    attachments: files ? { types, maxBytes: maxAttachmentBytes, maxCount } : null,
    voice: recordings ? { types: [...audioTypes], maxBytes: maxAudioBytes, maxCount } : null,
  };
}
