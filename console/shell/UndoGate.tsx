import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { undo } from "../state/shell/undo.ts";
import { FloatingPart } from "../parts/FloatingPart.tsx";
import { UndoBar } from "./overlays.ts";

/** The bar that takes something back; it is loaded the first time that there is something to. */
export function UndoGate(): ReactNode {
  const { offer } = useSnapshot(undo);
  return <FloatingPart resetOn={offer?.text ?? ""}>{offer && <UndoBar />}</FloatingPart>;
}
