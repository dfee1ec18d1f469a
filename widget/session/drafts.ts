import { toRequestError } from "../../shared/client/requestError.ts";
import { upload } from "../../shared/client/upload.ts";
import type { Attachment } from "../../shared/contract/attachment.ts";
import { initAttachment } from "../../shared/contract/conversations.ts";
import { formatBytes } from "../../shared/format/bytes.ts";
import { attachmentTypeOf, endingOf } from "../../shared/domain/attachments.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { newClientId } from "./newClientId.ts";
import { sentenceOf } from "./sentences.ts";
import { chat, type Draft } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Files of the composer on their way to the server. */
export interface Drafts {
  attach(files: readonly File[]): void;
  remove(draftId: string): void;
  retry(draftId: string): void;
  /** Sends files that never stand in the composer; rejects where one is refused. */
  sendAll(files: readonly File[]): Promise<Attachment[]>;
}

interface Held {
  file: File;
  stop: AbortController;
}

export function createDrafts(visitor: Visitor, tell: Tell): Drafts {
  const held = new Map<string, Held>();

  async function send(
    file: File,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
  ): Promise<Attachment> {
    const { name, size: sizeBytes } = file;
    const contentType = typeOf(file);
    const productId = await visitor.open();
    const { data } = await visitor.client.call(initAttachment, {
      params: { productId },
      body: { data: { name, contentType, sizeBytes } },
      signal,
    });
    await upload(data, file, { signal, onProgress });
    return { id: data.attachmentId, name, contentType, sizeBytes, url: "" };
  }

  async function sendDraft(draftId: string): Promise<void> {
    const { file, stop } = held.get(draftId) ?? {};
    if (!file || !stop) return;
    const refusal = refuse(file);
    if (refusal !== null) return change(draftId, { delivery: "refused", error: refusal });
    change(draftId, { delivery: "sending", error: null, progress: 0 });
    try {
      const onProgress = (progress: number) => change(draftId, { progress });
      const { id } = await send(file, { signal: stop.signal, onProgress });
      change(draftId, { delivery: "ready", progress: 1, attachmentId: id });
    } catch (thrown) {
      const error = toRequestError(thrown);
      const { status } = error;
      const isOurFault = status < 400 || status >= 500;
      change(draftId, {
        delivery: refusing.includes(status) ? "refused" : "failed",
        error: isOurFault ? fill(widgetWords.uploadFailed, { name: file.name }) : sentenceOf(error),
      });
    }
  }

  return {
    attach(files) {
      const most = chat.configuration?.attachments?.maxCount ?? 0;
      const left = Math.max(0, most - chat.drafts.length);
      if (files.length > left) {
        tell.refused({ code: "too_many_files", message: fill(widgetWords.tooManyFiles, { count: most }) });
      }
      for (const file of files.slice(0, left)) {
        const draft: Draft = {
          id: newClientId(),
          name: file.name,
          contentType: typeOf(file),
          sizeBytes: file.size,
          delivery: "sending",
          progress: 0,
          error: null,
          attachmentId: null,
        };
        held.set(draft.id, { file, stop: new AbortController() });
        chat.drafts.push(draft);
        void sendDraft(draft.id);
      }
    },
    remove(draftId) {
      held.get(draftId)?.stop.abort();
      held.delete(draftId);
      chat.drafts = chat.drafts.filter(({ id }) => id !== draftId);
    },
    retry: (draftId) => void sendDraft(draftId),
    async sendAll(files) {
      for (const file of files) {
        const refusal = refuse(file);
        if (refusal !== null) throw new Error(refusal);
      }
      return Promise.all(files.map((file) => send(file)));
    },
  };
}

/** Answers that the same file gets each time. */
const refusing = [400, 413, 415];

function change(draftId: string, changes: Partial<Draft>): void {
  const draft = chat.drafts.find(({ id }) => id === draftId);
  if (draft) Object.assign(draft, changes);
}

/** Gives why a file can't go along; null where it can. */
function refuse(file: File): string | null {
  const { name, size } = file;
  const limits = chat.configuration?.attachments;
  const type = attachmentTypeOf({ name, contentType: file.type });
  if (!type || !limits?.types.includes(type)) {
    const kinds = (limits?.types ?? []).map((taken) => endingOf(taken).toUpperCase());
    return fill(widgetWords.fileTypeRefused, { name, kinds: kinds.join(", ") });
  }
  if (size > limits.maxBytes)
    return fill(widgetWords.fileTooLarge, { name, size: formatBytes(limits.maxBytes) });
  return null;
}

/** What it is sent as; a type that is not taken was refused before. */
function typeOf({ name, type }: File): string {
  return attachmentTypeOf({ name, contentType: type }) ?? type;
}
