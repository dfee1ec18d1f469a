import { useRef } from "react";
import type { ReactNode, Ref } from "react";
import { css } from "./style/css.ts";
import { useHeldAddress } from "./useHeldAddress.ts";

interface RecordingPlayerProps {
  /** For a screen reader: whose recording, or what it is called. */
  label: string;
  url: string;
  transcript?: string | undefined;
  /** So that it can be played from a moment on. */
  player?: Ref<HTMLAudioElement>;
}

/** A recording to listen to, with what is said in it where that is known. */
export function RecordingPlayer({ label, url, transcript, player }: RecordingPlayerProps): ReactNode {
  const { src, onLoad, onError } = useHeldAddress(url);
  /** From where it continues by itself: it was played when its address had ended. */
  const goesOnAt = useRef<number | null>(null);
  return (
    <figure className={frame}>
      <audio
        ref={player}
        controls
        preload="metadata"
        src={src}
        aria-label={label}
        onLoadedMetadata={({ currentTarget: audio }) => {
          onLoad();
          if (goesOnAt.current === null) return findLength(audio);
          audio.currentTime = goesOnAt.current;
          goesOnAt.current = null;
          audio.play().catch(() => {}); // a browser that wants a press for it leaves it paused
        }}
        onError={({ currentTarget: audio }) => {
          // Only where a fresher address is here already: what comes later begins by a press.
          goesOnAt.current = audio.paused || src === url ? null : audio.currentTime;
          onError();
        }}
      />
      {transcript && <figcaption dir="auto">{transcript}</figcaption>}
    </figure>
  );
}

/** What a browser recorded does not say how long it is; its player knows once it has been at the end. */
function findLength(audio: HTMLAudioElement): void {
  if (audio.duration !== Infinity) return;
  audio.addEventListener("durationchange", () => (audio.currentTime = 0), { once: true });
  audio.currentTime = Number.MAX_SAFE_INTEGER;
}

const frame = css`
  display: grid;
  gap: 6px;
  width: 300px;
  max-width: 100%;
  margin: 0;
  padding: 6px;
  border: 1px solid var(--ph-line);
  border-radius: min(var(--ph-radius), 14px);
  background: var(--ph-raised, var(--ph-surface));
  color: var(--ph-text);
  text-align: start;
  & > audio {
    display: block;
    width: 100%;
    height: 40px;
  }
  & > figcaption {
    padding: 0 6px 4px;
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;
