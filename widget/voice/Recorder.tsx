import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { maxRecordingSeconds } from "../../shared/domain/speech.ts";
import { Icon } from "../../shared/ui/Icon.tsx";
import { arrowUp, close } from "../../shared/ui/firstIconPaths.ts";
import { RecordingTime, RecordingWave } from "../../shared/ui/recording/RecordingMeter.tsx";
import type { RecordFault } from "../../shared/ui/recording/record.ts";
import { takeFocus } from "../../shared/ui/recording/takeFocus.ts";
import { useRecorder } from "../../shared/ui/recording/useRecorder.ts";
import { css } from "../../shared/ui/style/css.ts";
import { partWords } from "../../shared/words/parts.ts";
import type { LaterWords } from "../../shared/words/later.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";
import type { Chat } from "../session/chat.ts";
import { sendRecording } from "./sendRecording.ts";

export interface RecorderProps {
  actions: Pick<Chat, "attach" | "send">;
  /** What began it. */
  opener: RefObject<HTMLElement | null>;
  onClose(): void;
}

const longestMs = maxRecordingSeconds * 1000;
/** The name of the words that say why there is none. */
const reasons = {
  insecure: "microphoneInsecure",
  unsupported: "microphoneUnsupported",
  missing: "microphoneMissing",
  refused: "microphoneRefused",
  busy: "microphoneBusy",
} as const satisfies Record<RecordFault, keyof LaterWords>;

/** Records what the visitor says: how long by now and how loud, and a way to send it or to think better of it. */
export function Recorder({ actions, opener, onClose }: RecorderProps): ReactNode {
  const { recording, fault, ms, levels, isFull, isLost } = useRecorder(longestMs);
  const isRunning = recording !== null && !isFull && !isLost;
  const send = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (recording) takeFocus(send.current, opener.current);
  }, [recording, opener]);

  const isCancelled = useRef(false);
  const cancel = (): void => {
    isCancelled.current = true;
    onClose();
  };
  const handleSend = async (): Promise<void> => {
    if (!recording) return;
    const file = await recording.finish(sayLater().voiceMessage);
    // It was thought better of while its end was written.
    if (isCancelled.current) return;
    onClose();
    sendRecording(file, actions);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Escape") return;
    // It ends what was begun here, and does not close the chat.
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  return (
    <div className={row} role="group" aria-label={sayLater().voiceMessage} onKeyDown={handleKey}>
      <button type="button" aria-label={widgetWords.cancel} title={widgetWords.cancel} onClick={cancel}>
        <Icon path={close} />
      </button>
      {fault ? (
        <p role="alert">{sayLater()[reasons[fault]]}</p>
      ) : (
        <>
          <RecordingTime ms={ms} isRunning={isRunning} />
          <p role="status">
            {isFull ? (
              sayLater().recordingFull
            ) : isLost ? (
              widgetWords.stopped
            ) : isRunning ? (
              <span>{sayLater().recording}</span>
            ) : (
              "…"
            )}
          </p>
          {isRunning && <RecordingWave levels={levels} />}
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

const row = css`
  display: flex;
  flex: 0 0 100%;
  align-items: center;
  order: -1;
  gap: 10px;
  min-width: 0;
  padding-inline: 0 1px;
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
  @media (pointer: coarse) {
    & > button {
      width: 44px;
      height: 44px;
    }
  }
`;
