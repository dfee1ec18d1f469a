import { createFileDrafts } from "../../shared/client/fileDrafts.ts";
import type { AnnouncedFile } from "../../shared/client/fileDrafts.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { RequestError } from "../../shared/client/requestError.ts";
import type { Attachment } from "../../shared/contract/conversations/files/attachment.ts";
import { initAttachment } from "../../shared/contract/conversations/conversations.ts";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import { refuseFile } from "../../shared/ui/refuseFile.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { newClientId } from "./newClientId.ts";
import { sentenceOf } from "./sentences.ts";
import { chat } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Files of the composer on their way to the server. */
export interface Drafts {
  attach(files: readonly File[]): void;
  remove(draftId: string): void;
  retry(draftId: string): void;
  /** Sends files that are never in the composer; rejects where one is refused. */
  sendAll(files: readonly File[]): Promise<Attachment[]>;
  /** Sends a file that a form asks for, and gives its ID, or why it was not taken. */
  sendForForm(file: File): Promise<SentFile>;
}

export type SentFile = { id: string } | { problem: string };

export function createDrafts(visitor: Visitor, tell: Tell): Drafts {
  const announce = async (file: AnnouncedFile & { isForForm?: true }, signal?: AbortSignal) => {
    const productId = await visitor.open();
    const input = { params: { productId }, body: { data: file }, signal };
    return (await visitor.client.call(initAttachment, input)).data;
  };
  const common = { newId: newClientId, refuse, explain };
  const drafts = createFileDrafts({ ...common, shown: chat, announce });
  const ofForms = createFileDrafts({
    ...common,
    shown: { drafts: [] },
    announce: (file, signal) => announce({ ...file, isForForm: true }, signal),
  });
  return {
    attach(files) {
      const most = readTaken().maxCount;
      const left = Math.max(0, most - chat.drafts.length);
      if (files.length > left) {
        tell.refused({ code: "too_many_files", message: fill(widgetWords.tooManyFiles, { count: most }) });
      }
      drafts.add(files.slice(0, left));
    },
    remove: drafts.remove,
    retry: drafts.retry,
    async sendAll(files) {
      for (const file of files) {
        const refusal = refuse(file);
        if (refusal !== null) throw new Error(refusal);
      }
      return Promise.all(files.map(async (file) => ({ ...(await drafts.send(file)), url: "" })));
    },
    async sendForForm(file) {
      try {
        return { id: (await ofForms.send(file)).id };
      } catch (thrown) {
        return { problem: explain(toRequestError(thrown), file) };
      }
    },
  };
}

function refuse(file: File): string | null {
  return refuseFile(file, readTaken());
}

/** Recordings may be all that is taken. */
function readTaken(): NonNullable<PublicConfiguration["voice"]> {
  const { attachments = null, voice = null } = chat.configuration ?? {};
  return attachments ?? voice ?? { types: [], maxBytes: 0, maxCount: 0 };
}

/** The server says more exactly why it refuses a file than that it did not come. */
function explain(error: RequestError, { name }: File): string {
  const isOurFault = error.status < 400 || error.status >= 500;
  return isOurFault ? fill(widgetWords.uploadFailed, { name }) : sentenceOf(error);
}
