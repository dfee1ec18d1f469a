import { attachmentTypeOf } from "../domain/attachments.ts";
import type { FileDraft } from "../domain/attachments.ts";
import { toRequestError } from "./requestError.ts";
import type { RequestError } from "./requestError.ts";
import { upload } from "./upload.ts";
import type { UploadTarget } from "./upload.ts";

/** A file as it is announced. */
export type AnnouncedFile = Pick<FileDraft, "name" | "contentType" | "sizeBytes">;

export interface FileDraftDeps {
  /** Whose list shows how far each file is. */
  shown: { drafts: FileDraft[] };
  newId(): string;
  /** Tells the server of a file; gives where it takes it. */
  announce(file: AnnouncedFile, signal?: AbortSignal): Promise<UploadTarget & { attachmentId: string }>;
  /** Says why a file can't go along; null where it can. */
  refuse(file: File): string | null;
  /** Says in a sentence what went wrong with a file. */
  explain(error: RequestError, file: File): string;
}

/** Files of a composer on their way to the server. */
export interface FileDrafts {
  add(files: readonly File[]): void;
  remove(draftId: string): void;
  retry(draftId: string): void;
  /** Sends a file that is never in the composer; rejects where it is refused. */
  send(file: File): Promise<AnnouncedFile & { id: string }>;
}

interface Held {
  file: File;
  stop: AbortController;
}

export function createFileDrafts(deps: FileDraftDeps): FileDrafts {
  const { shown, newId, announce, refuse, explain } = deps;
  const held = new Map<string, Held>();

  async function send(
    file: File,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
  ) {
    const announced = describe(file);
    const { attachmentId: id, ...target } = await announce(announced, signal);
    await upload(target, file, { signal, onProgress });
    return { ...announced, id };
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
      const delivery = refusing.includes(error.status) ? "refused" : "failed";
      change(draftId, { delivery, error: explain(error, file) });
    }
  }

  /** The list holds proxies, so the one that is shown is found by its id each time. */
  function change(draftId: string, changes: Partial<FileDraft>): void {
    const draft = shown.drafts.find(({ id }) => id === draftId);
    if (draft) Object.assign(draft, changes);
  }

  return {
    add(files) {
      for (const file of files) {
        const id = newId();
        held.set(id, { file, stop: new AbortController() });
        const delivery = "sending";
        shown.drafts.push({
          ...{ id, ...describe(file), delivery },
          progress: 0,
          error: null,
          attachmentId: null,
        });
        void sendDraft(id);
      }
    },
    remove(draftId) {
      held.get(draftId)?.stop.abort();
      held.delete(draftId);
      shown.drafts = shown.drafts.filter(({ id }) => id !== draftId);
    },
    retry: (draftId) => void sendDraft(draftId),
    send,
  };
}

/** Answers that the same file gets each time. */
const refusing = [400, 413, 415];

/** What it is sent as; a type that is not taken is refused before. */
function describe({ name, type, size }: File): AnnouncedFile {
  return { name, contentType: attachmentTypeOf({ name, contentType: type }) ?? type, sizeBytes: size };
}
