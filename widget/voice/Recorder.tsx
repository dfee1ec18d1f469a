import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { maxRecordingSeconds } from "../../shared/domain/speech.ts";
import { Icon } from "../../shared/ui/Icon.tsx";
import { arrowUp, close } from "../../shared/ui/firstIconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import type { Chat } from "../session/chat.ts";
import { CannotRecord, record } from "./record.ts";
import type { Recording } from "./record.ts";
import { sendRecording } from "./sendRecording.ts";

export interface RecorderProps {
  actions: Pick<Chat, "attach" | "send">;
  onClose(): void;
}

/** How long it is by now, and how loud it was at each of the last ticks. */
interface Heard {
  ms: number;
  levels: readonly number[];
}

const longestMs = maxRecordingSeconds * 1000;
const tickMs = 100;
const bars = 60;

/** Records what the visitor says: how long by now and how loud, and a way to send it or to think better of it. */
export function Recorder({ actions, onClose }: RecorderProps): ReactNode {
  const [recording, setRecording] = useState<Recording | null>(null);
  const [reason, setReason] = useState("");
  const [{ ms, levels }, setHeard] = useState<Heard>({ ms: 0, levels: [] });
  const send = useRef<HTMLButtonElement>(null);
  const isFull = ms >= longestMs;

  useEffect(() => {
    let hasLeft = false;
    let begun: Recording | undefined;
    record().then(
      (started) => {
        begun = started;
        if (hasLeft) started.cancel();
        else setRecording(started);
      },
      (error: unknown) => {
        setReason(widgetWords[error instanceof CannotRecord ? error.why : "microphoneRefused"]);
      },
    );
    return () => {
      hasLeft = true;
      begun?.cancel();
    };
  }, []);

  useEffect(() => {
    if (!recording) return;
    if (isFull) return recording.stop();
    // By the clock: a tab that is not looked at ticks once a second.
    const startedAt = Date.now();
    const timer = setInterval(() => {
      const level = recording.readLevel();
      setHeard((before) => ({
        ms: Math.min(Date.now() - startedAt, longestMs),
        levels: [...before.levels, level].slice(-bars),
      }));
    }, tickMs);
    return () => clearInterval(timer);
  }, [recording, isFull]);

  useEffect(() => {
    if (recording) send.current?.focus();
  }, [recording]);

  const handleSend = async (): Promise<void> => {
    if (!recording) return;
    const file = await recording.finish();
    onClose();
    sendRecording(file, actions);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Escape") return;
    // It ends what was begun here, and does not close the chat.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <div className={row} role="group" aria-label={widgetWords.voiceMessage} onKeyDown={handleKey}>
      <button type="button" aria-label={widgetWords.cancel} title={widgetWords.cancel} onClick={onClose}>
        <Icon path={close} />
      </button>
      {reason ? (
        <p role="alert">{reason}</p>
      ) : (
        <>
          <span role="timer" data-runs={recording && !isFull ? "" : undefined}>
            {writeTime(ms)}
          </span>
          <p role="status">
            {isFull ? widgetWords.recordingFull : recording ? <span>{widgetWords.recording}</span> : "…"}
          </p>
          {recording && !isFull && <Wave levels={levels} />}
          <button
            ref={send}
            type="button"
            disabled={!recording}
            aria-label={partWords.send}
            title={partWords.send}
            onClick={() => void handleSend()}
          >
            <Icon path={arrowUp} />
          </button>
        </>
      )}
    </div>
  );
}

/** The newest stands at the end; what is not there yet is silence. */
function Wave({ levels }: { levels: readonly number[] }): ReactNode {
  const path = levels
    .map((level, index) => {
      const x = (bars - levels.length + index) * 4 + 2;
      const half = Math.max(0.5, Math.sqrt(level) * 11);
      return `M${x} ${12 - half}V${12 + half}`;
    })
    .join("");
  return (
    <svg viewBox={`0 0 ${bars * 4} 24`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function writeTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const row = css`
  display: flex;
  flex: 0 0 100%;
  align-items: center;
  order: -1;
  gap: 10px;
  min-width: 0;
  padding-inline: 0 1px;
  & > [role="timer"] {
    flex: none;
    min-width: 4ch;
    font-variant-numeric: tabular-nums;
    font-weight: 550;
  }
  & > [role="timer"]::before {
    content: "";
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 8px;
    border-radius: 50%;
    background: var(--ph-text-3);
  }
  & > [role="timer"][data-runs]::before {
    background: var(--ph-danger-text);
    animation: ph-recording 1.2s ease-in-out infinite alternate;
  }
  @keyframes ph-recording {
    to {
      opacity: 0.35;
    }
  }
  & > p {
    flex: 1;
    min-width: 0;
    padding-block: 6px;
    font-size: var(--ph-text-s);
  }
  & > p > span {
    color: var(--ph-text-3);
  }
  & > p:has(> span) {
    flex: none;
  }
  & > svg {
    flex: 1;
    min-width: 0;
    height: 24px;
    fill: none;
    stroke: var(--ph-accent-text);
    stroke-width: 2;
    stroke-linecap: round;
  }
  & > button {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    padding: 0;
    border: 0;
    border-radius: min(var(--ph-radius-l) - 5px, 19px);
    background: none;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > button:hover {
    background: var(--ph-hover);
  }
  & > button:last-child:not(:first-child) {
    background: var(--ph-accent);
    color: var(--ph-on-accent);
  }
  & > button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  @media (prefers-reduced-motion: reduce) {
    & > [role="timer"][data-runs]::before {
      animation: none;
    }
  }
  @media (pointer: coarse) {
    & > button {
      width: 44px;
      height: 44px;
    }
  }
`;
