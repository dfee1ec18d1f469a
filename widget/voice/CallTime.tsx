import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { formatMinutes } from "../../shared/format/minutes.ts";

/** How long a call has lasted. */
export function CallTime({ startedAt }: { startedAt: number }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer"> {formatMinutes(now - startedAt)}</span>;
}
