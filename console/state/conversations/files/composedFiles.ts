import { proxy, subscribe } from "valtio";
import type { Attachment } from "../../../../shared/contract/conversations/files/attachment.ts";
import type { FileDraft } from "../../../../shared/domain/attachments.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { keptForTab } from "../../platform/storage.ts";

/** A file that is on the server and goes along. */
export type SentFile = Omit<Attachment, "url">;

/** The files of one composer; what moves them is in attachments.ts, which comes when there are some. */
export interface ComposedFiles {
  place: AgentPlace;
  shown: { drafts: FileDraft[] };
}

const composers = new Map<string, ComposedFiles>();

/**
 * Gives the files of a composer by its name: they are sent on while another conversation is open, and those that came
 * outlive a reload of the tab, as what was typed does.
 */
export function filesOf(place: AgentPlace, name: string): ComposedFiles {
  const known = composers.get(name);
  if (known) return known;
  const kept = JSON.parse(keptForTab.read(`files:${name}`) ?? "[]") as FileDraft[]; // written below
  const files = begin(place, kept);
  const { shown } = files;
  subscribe(shown, () => {
    const came = shown.drafts.filter(({ delivery }) => delivery === "ready");
    if (came.length > 0) keptForTab.write(`files:${name}`, JSON.stringify(came));
    else keptForTab.remove(`files:${name}`);
  });
  composers.set(name, files);
  return files;
}

/** Gives the files of a composer of which nothing is kept, with those that are on the server already. */
export function composeFiles(place: AgentPlace, sent: readonly SentFile[] = []): ComposedFiles {
  return begin(place, sent.map(toDraft));
}

/** Puts files that are on the server before those that are there. */
export function addSent({ shown }: ComposedFiles, sent: readonly SentFile[]): void {
  shown.drafts = [...sent.map(toDraft), ...shown.drafts];
}

function toDraft({ id, name, contentType, sizeBytes }: SentFile): FileDraft {
  const onServer = { delivery: "ready", progress: 1, error: null } as const;
  return { id, name, contentType, sizeBytes, ...onServer, attachmentId: id };
}

function begin({ orgId, agentId }: AgentPlace, drafts: FileDraft[]): ComposedFiles {
  return { place: { orgId, agentId }, shown: proxy({ drafts }) };
}

/** Those that are on the server. */
export function readyFiles({ shown }: ComposedFiles): SentFile[] {
  return shown.drafts.flatMap(({ attachmentId: id, name, contentType, sizeBytes }) =>
    id === null ? [] : [{ id, name, contentType, sizeBytes }],
  );
}

/** They went along. */
export function clearFiles({ shown }: ComposedFiles): void {
  shown.drafts = [];
}

/** Whether somebody records a voice note, or has one to decide upon: what would lead away from it waits. */
export const voiceNote = proxy({ isOpen: false });

/** Voice notes whose composer went and had no room among its files: they are there again when it comes back. */
export const waitingNotes = new Map<ComposedFiles, File>();

/** Keeps one that finds no room. Only this page has it: who closes or reloads the tab meanwhile is asked. */
export function keepWaiting(files: ComposedFiles, file: File): void {
  waitingNotes.set(files, file);
  addEventListener("beforeunload", stopClosing);
}

/** It is with its composer again, or went there. */
export function endWaiting(files: ComposedFiles): void {
  waitingNotes.delete(files);
  if (waitingNotes.size === 0) removeEventListener("beforeunload", stopClosing);
}

function stopClosing(event: Event): void {
  event.preventDefault();
}
