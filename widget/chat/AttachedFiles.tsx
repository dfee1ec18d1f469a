import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Attachment } from "../../shared/contract/conversations/files/attachment.ts";
import { FileMark } from "../../shared/ui/FileMark.tsx";
import { FileName } from "../../shared/ui/FileName.tsx";
import { RecordingPlayer } from "../../shared/ui/RecordingPlayer.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { useHeldAddress } from "../../shared/ui/useHeldAddress.ts";
import { fill } from "../../shared/words/language.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { toAddress } from "../../shared/client/basePath.ts";

/** Files that went along with a message: images are shown, recordings played, others stand with their name. Their addresses are our own. */
export function AttachedFiles({ files }: { files: readonly Snapshot<Attachment>[] }): ReactNode {
  return (
    <ul className={list}>
      {files.map((file) => (
        <li key={file.id}>
          <Attached file={file} />
        </li>
      ))}
    </ul>
  );
}

function Attached({ file }: { file: Snapshot<Attachment> }): ReactNode {
  const { name, contentType, transcript } = file;
  const url = toAddress(file.url);
  if (contentType.startsWith("image/")) return <Picture file={file} />;
  // One that is still on its way has no address yet.
  if (!contentType.startsWith("audio/") || !url) return <File file={file} />;
  return <RecordingPlayer label={name} url={url} transcript={transcript} />;
}

function Picture({ file: { name, ...file } }: { file: Snapshot<Attachment> }): ReactNode {
  const url = toAddress(file.url);
  const { src, onLoad, onError } = useHeldAddress(url);
  return (
    <a href={url} target="_blank" rel="noopener" title={widgetWords.openImage}>
      <img src={src} alt={name} loading="lazy" decoding="async" onLoad={onLoad} onError={onError} />
      <span className={visuallyHidden}> {partWords.newTab}</span>
    </a>
  );
}

function File({ file: { name, url, sizeBytes } }: { file: Snapshot<Attachment> }): ReactNode {
  return (
    <a href={toAddress(url)} target="_blank" rel="noopener" title={fill(widgetWords.openFile, { name })}>
      <FileMark name={name} />
      <FileName name={name} sizeBytes={sizeBytes} />
      <span className={visuallyHidden}> {partWords.newTab}</span>
    </a>
  );
}

const list = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: inherit;
  gap: 6px;
  max-width: 100%;
  padding: 0;
  list-style: none;
  & > li {
    max-width: 100%;
  }
  & a {
    position: relative;
    display: flex;
    align-items: center;
    gap: 10px;
    max-width: 260px;
    overflow: hidden;
    padding: 6px;
    border: 1px solid var(--ph-line);
    border-radius: min(var(--ph-radius), 14px);
    background: var(--ph-raised);
    color: var(--ph-text);
    text-align: start;
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
    height: 132px;
    background: var(--ph-sunken);
    object-fit: cover;
  }
  & a > span:nth-child(2):not(:last-child) {
    padding-inline-end: 6px;
  }
`;
