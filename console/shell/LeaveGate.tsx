import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FallbackBoundary } from "../parts/FallbackBoundary.tsx";
import { leaveWithoutSaving, navigation, stay } from "../state/shell/navigation.ts";
import { LeaveDialog } from "./overlays.ts";

/** The question before unsaved work is left; it is fetched as soon as there is some, so that it waits for no network. */
export function LeaveGate(): ReactNode {
  const { isHeld, leaving } = useSnapshot(navigation);
  return (
    <FallbackBoundary resetOn="" standIn={<PlainQuestion />}>
      <Suspense>{(isHeld || leaving) && <LeaveDialog />}</Suspense>
    </FallbackBoundary>
  );
}

/** Where the dialog can't be had the browser asks: what is not saved stays in the page either way. */
function PlainQuestion(): null {
  const { leaving } = useSnapshot(navigation);
  useEffect(() => {
    if (!leaving) return;
    const question = [leaving.what, "Leave without saving?"].filter(Boolean).join("\n");
    (confirm(question) ? leaveWithoutSaving : stay)();
  }, [leaving]);
  return null;
}
