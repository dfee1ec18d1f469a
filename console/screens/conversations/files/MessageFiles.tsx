import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { FileText } from "lucide-react";
import type { Attachment } from "../../../../shared/contract/conversations/files/attachment.ts";
import { isAudioType, isImageType } from "../../../../shared/domain/attachments.ts";
import { describeBytes } from "../../../parts/describeNumber.ts";
import { RecordingPlayer } from "../../../../shared/ui/RecordingPlayer.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { useHeldAddress } from "../../../../shared/ui/useHeldAddress.ts";
import type { ShownMessage, ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { TranscribeAction } from "./TranscribeAction.tsx";
import { toAddress } from "../../../../shared/client/basePath.ts";

type ShownFile = Snapshot<Attachment>;

interface MessageFilesProps {
  files: readonly ShownFile[];
  /** The visitor's message that they are of, whose recordings may be written down. */
  said?: { place: ThreadPlace; message: ShownMessage };
}

/** The files of a message: pictures as pictures, recordings to listen to, others with name and size. */
export function MessageFiles({ files, said }: MessageFilesProps): ReactNode {
  const isUnheard = files.some(
    ({ contentType, transcript }) => isAudioType(contentType) && transcript === undefined,
  );
  return (
    <ul className={list} aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          {isAudioType(file.contentType) ? (
            <RecordingPlayer label={file.name} url={toAddress(file.url)} transcript={file.transcript} />
          ) : (
            <FileLink file={file} />
          )}
        </li>
      ))}
      {said && isUnheard && (
        <li className={whole}>
          <TranscribeAction {...said} />
        </li>
      )}
    </ul>
  );
}

function FileLink({ file: { name, contentType, sizeBytes, ...file } }: { file: ShownFile }): ReactNode {
  const url = toAddress(file.url);
  const { src, isBroken, onLoad, onError } = useHeldAddress(url);
  const isPicture = isImageType(contentType) && !isBroken;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={`${name}, ${describeBytes(sizeBytes)}`}>
      {isPicture ? (
        <img src={src} alt={name} loading="lazy" decoding="async" onLoad={onLoad} onError={onError} />
      ) : (
        <>
          <FileText size={18} aria-hidden />
          <span>
            <b dir="auto">{name}</b>
            <small>{describeBytes(sizeBytes)}</small>
          </span>
        </>
      )}
    </a>
  );
}

const whole = css`
  flex-basis: 100%;
`;
const list = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: inherit;
  gap: 6px;
  max-width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    max-width: 100%;
  }
  & a {
    display: flex;
    align-items: center;
    gap: 10px;
    max-width: 280px;
    min-height: 44px;
    padding: 6px 12px;
    overflow: hidden;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    color: var(--ph-text);
    text-decoration: none;
  }
  & a:hover {
    border-color: var(--ph-line-strong);
  }
  & a:has(img) {
    padding: 0;
  }
  & img {
    display: block;
    width: 200px;
    max-width: 100%;
    height: 140px;
    background: var(--ph-sunken);
    font-size: var(--ph-text-xs);
    object-fit: cover;
  }
  & svg {
    flex: none;
    color: var(--ph-text-2);
  }
  & span {
    min-width: 0;
  }
  & b,
  & small {
    display: block;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  & b {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
`;
