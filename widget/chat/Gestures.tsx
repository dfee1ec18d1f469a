import { useMemo } from "react";
import type { ReactNode } from "react";
import { DropPicture } from "../../shared/ui/DropPicture.tsx";
import { useFileDrop } from "../../shared/ui/useFileDrop.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { createLater } from "./later.ts";
import { canAttach } from "./mayWrite.ts";
import { useFit } from "./useFit.ts";

const touch = createLater(() => import("./Touch.tsx").then(({ Touch }) => Touch));

/** What fingers, dragged files and the page around do with the whole chat; with its picture while files are held above. */
export function Gestures(): ReactNode {
  const actions = useActions();
  const drop = useMemo(() => ({ canTake: () => canAttach(chat), onDrop: actions.attach }), [actions]);
  const isOver = useFileDrop(drop);
  const Touch = touch.usePart(navigator.maxTouchPoints > 0);
  useFit(actions);
  return (
    <>
      {Touch && <Touch />}
      {isOver && <DropPicture />}
    </>
  );
}
