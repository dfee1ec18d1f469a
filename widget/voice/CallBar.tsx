import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { toAddress } from "../../shared/client/basePath.ts";
import { avatarPath } from "../../shared/domain/call.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { close } from "../../shared/ui/firstIconPaths.ts";
import { captions, microphone, microphoneOff, phone } from "../../shared/ui/iconPaths.ts";
import { takeFocus } from "../../shared/ui/recording/takeFocus.ts";
import { css } from "../../shared/ui/style/css.ts";
import { partWords } from "../../shared/words/parts.ts";
import { calling } from "../session/calling.ts";
import { sayInCalls } from "../session/callWords.ts";
import { chat } from "../session/state.ts";
import { focusComposer } from "../session/focusComposer.ts";
import { beginCall, call, endCall, forgetCall, muteCall } from "./call.ts";
import { CallTime } from "./CallTime.tsx";

interface CallBarProps {
  isOn: boolean;
  /** Asks how it was once it is over, where something was said in the conversation that is shown. */
  children?: ReactNode;
}

/** The call: how it goes, what is said, and what ends it. The chat below stays what it is. */
export function CallBar({ isOn, children }: CallBarProps): ReactNode {
  const { phase, state, isMuted, isCut, isRecorded, startedAt, threadId, ...said } = useSnapshot(call);
  const { own, agents, notice, avatarUrl } = said;
  const { thread } = useSnapshot(chat);
  const [hasCaptions, setHasCaptions] = useState(true);
  const hangUp = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const words = sayInCalls();
  useEffect(() => {
    if (isOn) void beginCall();
    else endCall();
  }, [isOn]);
  useEffect(() => {
    if (phase === "starting") takeFocus(hangUp.current, document.activeElement);
    if (phase === "asking") takeFocus(question.current, document.activeElement);
  }, [phase]);
  useEffect(() => () => endCall(), []);
  if (phase === "none") return null;

  const hasEnded = phase === "ended";
  const isLive = phase === "live";
  const mood = !isLive
    ? words.connecting
    : isCut
      ? words.reconnecting
      : isMuted && state === "listening"
        ? words.muted
        : words[state];
  const caption = state === "speaking" ? agents : own;
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Escape") return;
    // It ends the call, and does not close the chat.
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  function leave(): void {
    if (hasEnded) forgetCall();
    else calling.isOn = false;
    focusComposer();
  }
  return (
    <section
      className={bar}
      aria-label={words.title}
      data-state={hasEnded ? "ended" : state}
      onKeyDown={handleKey}
    >
      {avatarUrl && (
        <iframe
          className={avatar}
          src={toAddress(`${avatarPath}?${new URLSearchParams({ url: avatarUrl })}`)}
          title={words.avatar}
          // It hears and sees nobody: it only shows and speaks.
          allow="autoplay"
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
        />
      )}
      <span className={mark} aria-hidden="true" data-live={isLive && !isCut ? "" : undefined}>
        <Icon path={phone} />
      </span>
      <div data-text="">
        {hasEnded ? (
          <p role="status">{notice}</p>
        ) : phase === "asking" ? (
          <p>{words.askRecording}</p>
        ) : (
          <>
            <p>
              <span role="status">{mood}</span>
              {isLive && <CallTime startedAt={startedAt} />}
              {isLive && isRecorded && ` · ${words.recorded}`}
            </p>
            {notice && <p role="status">{notice}</p>}
            {hasCaptions && caption && (
              <p data-caption="" dir="auto" aria-hidden={state === "speaking" ? undefined : "true"}>
                {caption}
              </p>
            )}
          </>
        )}
      </div>
      {isLive && (
        <>
          <Tool
            label={words.captions}
            icon={captions}
            isPressed={hasCaptions}
            onClick={() => setHasCaptions(!hasCaptions)}
          />
          <Tool
            label={isMuted ? words.unmute : words.mute}
            icon={isMuted ? microphoneOff : microphone}
            isMarked={isMuted}
            onClick={() => muteCall(!isMuted)}
          />
        </>
      )}
      {phase === "asking" && (
        <div ref={question} role="group" aria-label={words.askRecording} tabIndex={-1}>
          <Button kind="primary" size="small" onClick={() => void beginCall(true)}>
            {words.agreeRecording}
          </Button>
          <Button size="small" onClick={() => void beginCall(false)}>
            {words.declineRecording}
          </Button>
        </div>
      )}
      <button
        ref={hangUp}
        type="button"
        className={hasEnded ? undefined : ending}
        aria-label={hasEnded ? partWords.close : words.end}
        title={hasEnded ? partWords.close : words.end}
        onClick={leave}
      >
        <Icon path={hasEnded ? close : phone} />
      </button>
      {hasEnded && thread?.id === threadId && children}
    </section>
  );
}

interface ToolProps {
  label: string;
  icon: string;
  /** Left out where the label says what a press does. */
  isPressed?: boolean;
  isMarked?: boolean;
  onClick(): void;
}

function Tool({ label, icon, isPressed, isMarked = isPressed, onClick }: ToolProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      data-on={isMarked || undefined}
      onClick={onClick}
    >
      <Icon path={icon} />
    </button>
  );
}

const bar = css`
  display: flex;
  flex: 0 0 100%;
  order: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  min-width: 0;
  padding-block: 8px 4px;
  & > [data-text] {
    flex: 1;
    min-width: 0;
    padding-inline: 8px 4px;
    font-size: var(--ph-text-s);
  }
  & > form {
    flex: 1 0 100%;
    padding: 4px 8px;
  }
  && p {
    color: var(--ph-text);
    white-space: normal;
  }
  && p > [role="status"] {
    font-weight: 600;
  }
  && [data-caption] {
    display: -webkit-box;
    max-height: 2.7em;
    overflow: hidden;
    color: var(--ph-text-2);
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  & > button {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > button:hover {
    background: var(--ph-hover);
  }
  & > button[data-on] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & > [role="group"] {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px;
    order: 1;
    padding: 4px 8px;
  }
  @media (max-height: 420px) {
    padding-block: 0 2px;
    && [data-caption] {
      -webkit-line-clamp: 1;
      max-height: 1.35em;
    }
  }
`;
const avatar = css`
  flex: 0 0 100%;
  width: 100%;
  height: min(260px, 36vh);
  border: 0;
  border-radius: min(var(--ph-radius), 14px);
  background: var(--ph-sunken, var(--ph-hover));
`;
const ending = css`
  section > && {
    background: var(--ph-danger);
    color: var(--ph-on-danger);
    rotate: 135deg;
  }
  section > &&:hover {
    background: var(--ph-danger-hover);
  }
`;
const mark = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 50%;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
  [data-state="speaking"] > &[data-live] {
    background: var(--ph-accent);
    color: var(--ph-on-accent);
  }
  @media (prefers-reduced-motion: no-preference) {
    [data-state="listening"] > &[data-live] {
      animation: ph-listening 2s infinite;
    }
  }
  @keyframes ph-listening {
    50% {
      opacity: 0.6;
    }
  }
`;
