import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { lazy } from "../parts/lazy.ts";
import { undo } from "../state/shell/undo.ts";
import { FloatingPart } from "../parts/FloatingPart.tsx";

const UndoBar = lazy(() => import("./UndoBar.tsx"));

/** The bar that takes something back; it is loaded the first time that there is something to. */
export function UndoGate(): ReactNode {
  const { offer } = useSnapshot(undo);
  return <FloatingPart resetOn={offer?.text ?? ""}>{offer && <UndoBar />}</FloatingPart>;
}
