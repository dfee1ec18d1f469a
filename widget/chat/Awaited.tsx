import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { TypingDots } from "../../shared/ui/TypingDots.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { useIsAnswering } from "./useIsAnswering.ts";
import { useMessages } from "./useMessages.ts";

/** After how long without anything it is said that work continues, and that it is unusual. */
const stillWorkingMs = 8000;
const slowMs = 30_000;

/** Dots while a request is open and nothing of its answer is there yet; after a while in words. */
export function Awaited(): ReactNode {
  const messages = useMessages();
  const isAnswering = useIsAnswering();
  const written = messages.findLast(({ status }) => status === "streaming")?.content.length ?? 0;
  const waitedMs = useWaited(isAnswering, written);
  if (!isAnswering) return null;
  const words =
    waitedMs >= slowMs ? widgetWords.slow : waitedMs >= stillWorkingMs ? widgetWords.stillWorking : "";
  if (written > 0 && !words) return null;
  return (
    <p className={line} role="status">
      {written === 0 && <TypingDots />}
      {words}
    </p>
  );
}

/** How long nothing new was written, in the steps that matter here. */
function useWaited(isAnswering: boolean, written: number): number {
  const [waitedMs, setWaitedMs] = useState(0);
  useEffect(() => {
    setWaitedMs(0);
    if (!isAnswering) return;
    const timers = [stillWorkingMs, slowMs].map((ms) => setTimeout(() => setWaitedMs(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, [isAnswering, written]);
  return waitedMs;
}

const line = css`
  display: flex;
  align-items: center;
  gap: 10px;
  margin-top: 10px;
  padding: 8px 14px;
  color: var(--ph-text-3);
  font-size: var(--ph-text-s);
`;
