import { useMemo } from "react";
import type { ReactNode } from "react";
import { DropPicture } from "../../shared/ui/DropPicture.tsx";
import { useFileDrop } from "../../shared/ui/useFileDrop.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { canAttach } from "./mayWrite.ts";
import { useFit } from "./useFit.ts";
import { useSwipeDown } from "./useSwipeDown.ts";
import { useViewport } from "./useViewport.ts";

/** What fingers, dragged files and the page around do with the whole chat; with its picture while files are held above. */
export function Gestures(): ReactNode {
  const actions = useActions();
  const drop = useMemo(() => ({ canTake: () => canAttach(chat), onDrop: actions.attach }), [actions]);
  const isOver = useFileDrop(drop);
  useSwipeDown(actions);
  useViewport();
  useFit(actions);
  return isOver && <DropPicture />;
}
