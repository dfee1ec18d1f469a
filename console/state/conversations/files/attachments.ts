import { createFileDrafts } from "../../../../shared/client/fileDrafts.ts";
import type { FileDrafts } from "../../../../shared/client/fileDrafts.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { initTeamAttachment } from "../../../../shared/contract/conversations/files/attachments.ts";
import { attachmentTypes, audioTypes } from "../../../../shared/domain/attachments.ts";
import type { FileDraft } from "../../../../shared/domain/attachments.ts";
import { maxAttachmentBytes, maxAttachments } from "../../../../shared/domain/limits.ts";
import { refuseFile } from "../../../../shared/ui/refuseFile.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { fill } from "../../../../shared/words/language.ts";
import { widgetWords } from "../../../../shared/words/widget.ts";
import { client } from "../../platform/client.ts";
import { newClientId } from "../messages/clientId.ts";
import type { ComposedFiles, SentFile } from "./composedFiles.ts";

const limits = { types: [...attachmentTypes, ...audioTypes], maxBytes: maxAttachmentBytes };
const sending = new WeakMap<ComposedFiles, FileDrafts>();
/** How what is copied on the server is asked for once more. */
const copying = new Map<string, () => Promise<void>>();

/** Takes files into a composer, as far as there is room, and begins to send them. */
export function attachFiles(files: ComposedFiles, chosen: readonly File[]): void {
  draftsOf(files).add(asManyAsFit(files, chosen));
}

/** Puts copies of files into a composer that are on the server already; they show while they are made. */
export async function putCopies(
  files: ComposedFiles,
  originals: readonly SentFile[],
  copy: () => Promise<SentFile[]>,
): Promise<void> {
  const { shown } = files;
  const ids = asManyAsFit(files, originals).map(({ name, contentType, sizeBytes }) => {
    const id = newClientId();
    const begun = { delivery: "sending", progress: 0, error: null, attachmentId: null } as const;
    shown.drafts.push({ id, name, contentType, sizeBytes, ...begun });
    return id;
  });
  const change = (changes: (at: number) => Partial<FileDraft>) => {
    for (const draft of shown.drafts) {
      const at = ids.indexOf(draft.id);
      if (at >= 0 && draft.delivery !== "ready") Object.assign(draft, changes(at));
    }
  };
  async function run(): Promise<void> {
    change(() => ({ delivery: "sending", error: null }));
    try {
      const copies = await copy();
      ids.forEach((id) => copying.delete(id));
      change((at) => {
        const { id = null, ...known } = copies[at] ?? {};
        return { ...known, attachmentId: id, delivery: "ready", progress: 1 };
      });
      // The original may have fewer by now.
      shown.drafts = shown.drafts.filter(({ id }) => ids.indexOf(id) < copies.length);
    } catch (thrown) {
      const error = toRequestError(thrown);
      change((at) => ({ delivery: "failed", error: explain(error, { name: originals[at]?.name ?? "" }) }));
    }
  }
  ids.forEach((id) => copying.set(id, run));
  await run();
}

export function removeFile(files: ComposedFiles, draftId: string): void {
  copying.delete(draftId);
  draftsOf(files).remove(draftId);
}

export function retryFile(files: ComposedFiles, draftId: string): void {
  const copyAgain = copying.get(draftId);
  if (copyAgain) void copyAgain();
  else draftsOf(files).retry(draftId);
}

function draftsOf(files: ComposedFiles): FileDrafts {
  const { shown, place } = files;
  const known = sending.get(files);
  if (known) return known;
  const drafts = createFileDrafts({
    shown,
    newId: newClientId,
    refuse: (file) => refuseFile(file, limits),
    explain,
    async announce(data, signal) {
      const params = { orgId: place.orgId, productId: place.agentId };
      return (await client.call(initTeamAttachment, { params, body: { data }, signal })).data;
    },
  });
  sending.set(files, drafts);
  return drafts;
}

/** Says so where there are more than go along. */
function asManyAsFit<One>({ shown }: ComposedFiles, files: readonly One[]): One[] {
  const left = maxAttachments - shown.drafts.length;
  if (files.length > left) showToast(fill(widgetWords.tooManyFiles, { count: maxAttachments }), "danger");
  return files.slice(0, left);
}

/** The server says more exactly why it refuses a file than that it did not come. */
function explain({ status, message }: RequestError, { name }: { name: string }): string {
  const isOurFault = status < 400 || status >= 500;
  return isOurFault ? fill(widgetWords.uploadFailed, { name }) : message;
}
