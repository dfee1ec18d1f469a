import type { ReactNode } from "react";
import { useActions } from "./actions.ts";
import { DropPicture } from "./DropPicture.tsx";
import { useFileDrop } from "./useFileDrop.ts";
import { useFit } from "./useFit.ts";
import { useSwipeDown } from "./useSwipeDown.ts";
import { useViewport } from "./useViewport.ts";

/** What fingers, dragged files and the page around do with the whole chat; with its picture while files are held above. */
export function Gestures(): ReactNode {
  const actions = useActions();
  const isOver = useFileDrop(actions);
  useSwipeDown(actions);
  useViewport();
  useFit(actions);
  return isOver && <DropPicture />;
}
