import { proxy, subscribe } from "valtio";
import { createFileDrafts } from "../../shared/client/fileDrafts.ts";
import type { RequestError } from "../../shared/client/requestError.ts";
import type { Attachment } from "../../shared/contract/attachment.ts";
import { initTeamAttachment } from "../../shared/contract/attachments.ts";
import { attachmentTypes } from "../../shared/domain/attachments.ts";
import type { FileDraft } from "../../shared/domain/attachments.ts";
import { maxAttachmentBytes, maxAttachments } from "../../shared/domain/limits.ts";
import { refuseFile } from "../../shared/ui/refuseFile.ts";
import { showToast } from "../../shared/ui/toasts.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { client } from "./client.ts";
import { newClientId } from "./clientId.ts";
import type { AgentPlace } from "./paths.ts";
import { keptForTab } from "./storage.ts";

/** The files of one composer. */
export interface ComposedFiles {
  shown: { drafts: FileDraft[] };
  attach(files: readonly File[]): void;
  /** Puts in what is on the server already, as far as there is room. */
  put(files: readonly Omit<Attachment, "url">[]): void;
  remove(draftId: string): void;
  retry(draftId: string): void;
  /** Gives those that are on the server. */
  ready(): Omit<Attachment, "url">[];
  clear(): void;
}

const limits = { types: attachmentTypes, maxBytes: maxAttachmentBytes };
const composers = new Map<string, ComposedFiles>();

/**
 * Gives the files of a composer by its name: they are sent on while another conversation is looked at, and those that came
 * outlive a reload of the tab, as what was typed does.
 */
export function filesOf(place: AgentPlace, name: string): ComposedFiles {
  const known = composers.get(name);
  if (known) return known;
  const shown = proxy({ drafts: readKept(name) });
  subscribe(shown, () => keep(name, shown.drafts));
  const files = compose(place, shown);
  composers.set(name, files);
  return files;
}

/** The same for a composer that nothing of is kept. */
export function compose({ orgId, agentId }: AgentPlace, shown: ComposedFiles["shown"]): ComposedFiles {
  const drafts = createFileDrafts({
    shown,
    newId: newClientId,
    refuse: (file) => refuseFile(file, limits),
    explain,
    async announce(data, signal) {
      const params = { orgId, productId: agentId };
      return (await client.call(initTeamAttachment, { params, body: { data }, signal })).data;
    },
  });
  /** Says so where there are more than go along. */
  const asManyAsFit = <One>(files: readonly One[]): One[] => {
    const left = maxAttachments - shown.drafts.length;
    if (files.length > left) showToast(fill(widgetWords.tooManyFiles, { count: maxAttachments }), "danger");
    return files.slice(0, left);
  };
  return {
    ...{ shown, remove: drafts.remove, retry: drafts.retry },
    attach: (files) => drafts.add(asManyAsFit(files)),
    put: (files) => shown.drafts.push(...asManyAsFit(files).map(toDraft)),
    ready: () => shown.drafts.flatMap(toAttachment),
    clear: () => void (shown.drafts = []),
  };
}

function toDraft({ id, name, contentType, sizeBytes }: Omit<Attachment, "url">): FileDraft {
  const onServer = { delivery: "ready", progress: 1, error: null, attachmentId: id } as const;
  return { id: newClientId(), name, contentType, sizeBytes, ...onServer };
}

function toAttachment({ attachmentId: id, name, contentType, sizeBytes }: FileDraft) {
  return id === null ? [] : [{ id, name, contentType, sizeBytes }];
}

/** The server says more exactly why it refuses a file than that it did not come. */
function explain({ status, message }: RequestError, { name }: File): string {
  const isOurFault = status < 400 || status >= 500;
  return isOurFault ? fill(widgetWords.uploadFailed, { name }) : message;
}

function keep(name: string, drafts: readonly FileDraft[]): void {
  const came = drafts.filter(({ delivery }) => delivery === "ready");
  if (came.length > 0) keptForTab.write(`files:${name}`, JSON.stringify(came));
  else keptForTab.remove(`files:${name}`);
}

function readKept(name: string): FileDraft[] {
  return JSON.parse(keptForTab.read(`files:${name}`) ?? "[]") as FileDraft[]; // written by keep
}
