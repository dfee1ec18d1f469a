import type { ReactNode } from "react";
import { useActions } from "./actions.ts";
import { DropPicture } from "./DropPicture.tsx";
import { useFileDrop } from "./useFileDrop.ts";
import { useSwipeDown } from "./useSwipeDown.ts";
import { useViewport } from "./useViewport.ts";

/** What fingers and dragged files do with the whole chat; with its picture while files are held above. */
export function Gestures(): ReactNode {
  const actions = useActions();
  const isOver = useFileDrop(actions);
  useSwipeDown(actions);
  useViewport();
  return isOver && <DropPicture />;
}
