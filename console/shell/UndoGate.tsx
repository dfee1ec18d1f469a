import { Suspense, lazy } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { undo } from "../state/undo.ts";

const UndoBar = lazy(() => import("./UndoBar.tsx"));

/** The bar that takes something back; it is loaded the first time that there is something to. */
export function UndoGate(): ReactNode {
  const { offer } = useSnapshot(undo);
  return <Suspense>{offer && <UndoBar />}</Suspense>;
}
