import { attachmentTypeOf, endingOf, isAudioType } from "../../shared/domain/attachments.ts";
import { maxAttachmentBytes } from "../../shared/domain/limits.ts";
import { maxAudioBytes } from "../../shared/domain/speech.ts";
import type { ReceivedFile } from "../conversations/threads/receive.ts";
import { imageTypeOf } from "../storage/imageType.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelKind, FetchedFile, IncomingFile, OpenChannel } from "./kind.ts";
import { tooLarge } from "./readBytes.ts";

/** The most files of one message that are kept. */
const mostFiles = 10;
const longestName = 200;
const unknownType = "application/octet-stream";

interface Bringing {
  kind: Pick<ChannelKind, "fetchFile" | "openFiles">;
  channel: OpenChannel;
  signal: AbortSignal;
  /** Another try follows: what may be there by then is not given up. */
  isTriedAgain: boolean;
}

/** Fetches a message's files, one in memory at a time; of each that can't be had it says why, for who reads the message. */
export async function* bringFiles(
  files: readonly IncomingFile[],
  bringing: Bringing,
): AsyncGenerator<ReceivedFile> {
  const fetchFile = openFiles(bringing);
  for (const file of files.slice(0, mostFiles)) yield await bringFile(file, { ...bringing, fetchFile });
  const left = files.length - mostFiles;
  if (left > 0) yield { problem: `${left} more files came. ${mostFiles} of one message are kept.` };
}

type FetchFile = (file: IncomingFile) => Promise<FetchedFile>;

function openFiles({ kind, channel, signal }: Bringing): FetchFile {
  const fetching = { signal, mostBytes: maxAttachmentBytes };
  if (kind.openFiles) return kind.openFiles(channel, fetching);
  return async (file) => {
    if (!kind.fetchFile) throw new ChannelProblem("message", "Files can’t be taken here.");
    return kind.fetchFile(channel, file, fetching);
  };
}

async function bringFile(
  file: IncomingFile,
  { fetchFile, signal, isTriedAgain }: Pick<Bringing, "signal" | "isTriedAgain"> & { fetchFile: FetchFile },
): Promise<ReceivedFile> {
  try {
    if (file.sizeBytes !== null && file.sizeBytes > maxAttachmentBytes)
      throw tooLarge(maxAttachmentBytes, file.sizeBytes);
    const found = await fetchFile(file);
    const { bytes } = found;
    if (bytes.byteLength === 0) throw new ChannelProblem("message", "It is empty.");
    const claimed = file.contentType ?? found.contentType ?? "";
    return { name: nameOf(file, claimed), contentType: typeOf({ ...file, bytes, claimed }), bytes };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ChannelProblem)) throw error;
    const isPassing = error.kind === "later" || error.kind === "unknown";
    if (isPassing && isTriedAgain) throw error;
    return { problem: `“${nameOf(file, file.contentType ?? "")}” was not kept. ${error.message}` };
  }
}

/** What a file counts as: a picture by its bytes, a kind that agents read, or one that is only kept. */
function typeOf({ name, claimed, bytes }: { name: string; claimed: string; bytes: Uint8Array }): string {
  const type = imageTypeOf(bytes) ?? attachmentTypeOf({ name, contentType: claimed }) ?? unknownType;
  // Nobody writes down a longer recording.
  return isAudioType(type) && bytes.byteLength > maxAudioBytes ? unknownType : type;
}

/** A name of one line, with an ending where its type tells one. */
function nameOf({ name }: IncomingFile, contentType: string): string {
  const line =
    name
      .replace(/[\p{C}/\\]+/gu, " ")
      .trim()
      .slice(0, longestName) || "file";
  if (/\.[a-z\d]{1,8}$/i.test(line)) return line;
  const ending = endingOf(contentType.split(";")[0]?.trim().toLowerCase() ?? "");
  return /^[a-z\d]{2,5}$/.test(ending) ? `${line}.${ending}` : line;
}
