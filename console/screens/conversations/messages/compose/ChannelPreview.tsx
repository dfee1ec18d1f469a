import { Suspense, useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link2, Paperclip } from "lucide-react";
import type { PreviewPiece } from "../../../../../shared/contract/channels/channels.ts";
import { channelKinds } from "../../../../../shared/domain/channels.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useLatestAction } from "../../../../parts/useLatestAction.ts";
import { AnswerText } from "../../answers/AnswerText.ts";
import { previewReply, threadChannel } from "../../../../state/channels/threadChannel.ts";
import { readyFiles } from "../../../../state/conversations/files/composedFiles.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";

const none: readonly [] = [];

interface ChannelPreviewProps {
  place: ThreadPlace;
  typed: string;
  files: ComposedFiles;
}

/** A reply as its channel would send it; the server renders it as it does when sending. */
export function ChannelPreview({ place, typed, files }: ChannelPreviewProps): ReactNode {
  const { data } = useSnapshot(threadChannel);
  useSnapshot(files.shown);
  const [pieces, setPieces] = useState<PreviewPiece[]>([]);
  const type = data?.threadId === place.threadId ? data.channel?.type : undefined;
  const content = typed.trim();
  const ids = readyFiles(files).map(({ id }) => id);
  const asked = ids.join();
  const preview = useLatestAction(async (reply: { content: string; attachments: string[] }) =>
    setPieces(await previewReply(place, reply)),
  );
  const ask = useEffectEvent(() => preview.choose({ content, attachments: ids }));
  const hasSomething = content !== "" || ids.length > 0;
  useEffect(() => {
    if (hasSomething) ask();
  }, [hasSomething, content, asked, type]);
  if (!type || channelKinds[type].isLive) return null;
  return (
    <section className={frame} aria-label={`Preview on ${channelKinds[type].name}`}>
      {preview.error && <ErrorNotice title="There is no preview." error={preview.error} />}
      {!hasSomething && <p>Write something to see it as {channelKinds[type].name} sends it.</p>}
      {hasSomething && (
        <div aria-busy={preview.chosen !== null} aria-live="polite">
          <p>{summarize(pieces)}</p>
          <ol>
            {pieces.map((piece, index) => (
              <li key={index}>
                {piece.subject !== null && <b dir="auto">{piece.subject}</b>}
                {piece.text !== "" && !piece.isMarkdown && <span dir="auto">{piece.text}</span>}
                {piece.text !== "" && piece.isMarkdown && (
                  <Suspense fallback={<span dir="auto">{piece.text}</span>}>
                    <AnswerText text={piece.text} citations={none} />
                  </Suspense>
                )}
                {piece.files.map((name, place) => (
                  <small key={place}>
                    <Paperclip size={13} aria-hidden /> <bdi>{name}</bdi>, as a file
                  </small>
                ))}
                {piece.links.map((name, place) => (
                  <small key={place}>
                    <Link2 size={13} aria-hidden /> <bdi>{name}</bdi>, as a link
                  </small>
                ))}
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function summarize(pieces: readonly PreviewPiece[]): string {
  if (pieces.length === 0) return "";
  const messages = plural(pieces.length, { one: "{count} message", other: "{count} messages" });
  const counted = pieces.flatMap(({ segments }) => segments ?? []);
  if (counted.length === 0) return messages;
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const segments = plural(total, { one: "{count} SMS segment", other: "{count} SMS segments" });
  // One character outside of the SMS alphabet halves the room.
  const isWide = counted.some(({ encoding }) => encoding === "UCS-2");
  return `${messages} · ${segments}${isWide ? " · Contains characters outside the SMS alphabet" : ""}`;
}

const frame = css`
  min-width: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & ol {
    display: grid;
    gap: 6px;
    max-height: 240px;
    margin: 6px 0 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  & li {
    display: grid;
    gap: 4px;
    justify-self: start;
    max-width: 100%;
    padding: 8px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-hover);
    color: var(--ph-text);
    overflow-wrap: anywhere;
  }
  & li > span {
    white-space: pre-wrap;
  }
  & small {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    color: var(--ph-text-2);
  }
`;
