import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../../shared/ui/Icon.tsx";
import { phone } from "../../shared/ui/iconPaths.ts";
import { calling } from "../session/calling.ts";
import { sayInCalls } from "../session/callWords.ts";
import { chat } from "../session/state.ts";
import { toolButton } from "./AttachButton.tsx";
import { callPart } from "./callPart.ts";
import { mayWrite } from "./mayWrite.ts";

/** Begins a call, where the agent takes calls and nobody has to sign in or agree first. */
export function CallButton(): ReactNode {
  const state = useSnapshot(chat);
  const { isOn } = useSnapshot(calling);
  const { configuration, editing, view, thread } = state;
  const isOffered = configuration?.settings.hasCalls && !isOn && thread?.handledBy !== "human";
  if (!isOffered || view !== "chat" || editing !== null || !mayWrite(state)) return null;
  const { start } = sayInCalls();
  const loadAhead = (): void => void callPart.load();
  return (
    <button
      type="button"
      className={toolButton}
      aria-label={start}
      title={start}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => (calling.isOn = true)}
    >
      <Icon path={phone} />
    </button>
  );
}
