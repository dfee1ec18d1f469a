import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../../shared/ui/Icon.tsx";
import { microphone } from "../../shared/ui/iconPaths.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { toolButton } from "./AttachButton.tsx";
import { createLater } from "./later.ts";
import { mayWrite } from "./mayWrite.ts";

const recorder = createLater(() => import("../voice/Recorder.tsx").then(({ Recorder }) => Recorder));

/** Begins a recording, where somebody writes down what is said. */
export function VoiceButton(): ReactNode {
  const state = useSnapshot(chat);
  const actions = useActions();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const Recorder = recorder.usePart(isOpen);
  const { configuration, editing, view } = state;
  const isOffered = configuration?.voice && configuration.settings.hasVoice;
  if (!isOffered || view !== "chat" || editing !== null || !mayWrite(state)) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={toolButton}
        aria-label={widgetWords.speak}
        aria-expanded={isOpen}
        title={widgetWords.speak}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon path={microphone} />
      </button>
      {isOpen && Recorder && (
        <Recorder
          actions={actions}
          opener={button}
          onClose={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
