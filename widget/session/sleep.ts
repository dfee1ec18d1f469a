const lookEveryMs = 10_000;
/** A timer that is late by this much has slept with the machine. */
const sleptMs = 30_000;

/** Notices that the machine slept, or that the document was frozen or taken out of the browser's cache. */
export function watchSleep(onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(before: number): void {
    const now = Date.now();
    if (now - before > lookEveryMs + sleptMs) onWake();
    timer = setTimeout(look, lookEveryMs, now);
  }

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wakeFromCache = ({ persisted }: PageTransitionEvent) => void (persisted && onWake());
  document.addEventListener("resume", onWake);
  addEventListener("pageshow", wakeFromCache);
  return {
    /** Nothing is read in a hidden tab. */
    setActive(isActive: boolean): void {
      if (!isActive) stop();
      else if (timer === undefined) timer = setTimeout(look, lookEveryMs, Date.now());
    },
    close(): void {
      stop();
      document.removeEventListener("resume", onWake);
      removeEventListener("pageshow", wakeFromCache);
    },
  };
}
