import { useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { toAddress } from "../../../../shared/client/basePath.ts";
import { recordingPartMs } from "../../../../shared/domain/call.ts";
import { formatMinutes } from "../../../../shared/format/minutes.ts";
import { RecordingPlayer } from "../../../../shared/ui/RecordingPlayer.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import type { ShownMessage } from "../../../state/conversations/threads/conversation.ts";

interface CallRecordingProps {
  /** The event that a call is over, with its recording. */
  message: ShownMessage;
  names: { agent: string; contact: string };
}

/** A visitor's message is stored once it was said and understood, so its turn began about this long before. */
const speakingMs = 65;
const understoodMs = 1500;

/** The recording of a call, and when each turn of it was said. */
export function CallRecording({ message, names }: CallRecordingProps): ReactNode {
  const { messages } = useSnapshot(conversation);
  const players = useRef(new Map<number, HTMLAudioElement>());
  const from = message.about?.recordedFrom ?? message.createdAt;
  const said = messages.filter(
    ({ kind, audience, createdAt, position }) =>
      kind === "text" && !audience && createdAt >= from && position < message.position,
  );
  const turns = said.map(({ id, role, content, createdAt }) => {
    const saidFor = role === "user" ? content.length * speakingMs + understoodMs : 0;
    return {
      id,
      who: role === "user" ? names.contact : names.agent,
      content,
      ms: Math.max(0, createdAt - from - saidFor),
    };
  });
  const playFrom = (ms: number): void => {
    const player = players.current.get(Math.floor(ms / recordingPartMs));
    if (!player) return;
    for (const other of players.current.values()) if (other !== player) other.pause();
    player.currentTime = (ms % recordingPartMs) / 1000;
    player.play().catch(() => {}); // a browser that wants a press for it leaves it paused
  };
  return (
    <div className={frame}>
      {message.attachments.map(({ id, name, url }, part) => (
        <RecordingPlayer
          key={id}
          label={name}
          url={toAddress(url)}
          player={(element) => {
            if (element) players.current.set(part, element);
            else players.current.delete(part);
          }}
        />
      ))}
      {turns.length > 0 && (
        <details>
          <summary>Turns in the recording</summary>
          <ol>
            {turns.map(({ id, who, content, ms }) => (
              <li key={id}>
                <button type="button" onClick={() => playFrom(ms)}>
                  <b>{formatMinutes(ms)}</b>
                  <span dir="auto">
                    {who}: {content}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  justify-items: center;
  gap: 6px;
  padding-block: 6px 2px;
  & > details {
    width: 300px;
    max-width: 100%;
    text-align: start;
  }
  & summary {
    min-height: 24px;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & ol {
    max-height: 220px;
    margin: 4px 0 0;
    padding: 0;
    overflow-y: auto;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    list-style: none;
  }
  & li + li {
    border-top: 1px solid var(--ph-line);
  }
  & button {
    display: flex;
    gap: 8px;
    width: 100%;
    min-height: 32px;
    padding: 6px 10px;
    border: 0;
    background: none;
    color: var(--ph-text);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & button:hover {
    background: var(--ph-hover);
  }
  & b {
    flex: none;
    font-weight: 550;
    font-variant-numeric: tabular-nums;
    color: var(--ph-accent-text);
  }
  & span {
    display: -webkit-box;
    min-width: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;
