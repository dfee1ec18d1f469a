import { Suspense, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Mic } from "lucide-react";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { visuallyHidden } from "../../../../../shared/ui/style/visuallyHidden.ts";
import { voiceNote, waitingNotes } from "../../../../state/conversations/files/composedFiles.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";
import type { DraftKind } from "../../../../state/conversations/messages/drafts.ts";
import { holdSingleKeys } from "../../../../state/shell/shortcuts.ts";
import { VoiceNote } from "../overlays.ts";

export interface VoiceNoteField {
  /** Begins a recording. */
  button: ReactNode;
  /** Where it is made and heard again, above the field. */
  panel: ReactNode;
  /** One is being made, or waits for a decision: nothing goes out without it by mistake. */
  isOpen: boolean;
}

/** Something said instead of written: recorded here, it goes along as a file. */
export function useVoiceNote(files: ComposedFiles, kind: DraftKind): VoiceNoteField {
  const [state, setState] = useState<"closed" | "open" | "failed">(() =>
    waitingNotes.has(files) ? "open" : "closed",
  );
  const [tries, setTries] = useState(0);
  const [news, setNews] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  // What could not begin is told, and is in nobody's way.
  const isOpen = state === "open";
  useEffect(() => {
    if (!isOpen) return;
    voiceNote.isOpen = true;
    const giveKeys = holdSingleKeys();
    return () => {
      voiceNote.isOpen = false;
      giveKeys();
    };
  }, [isOpen]);
  const close = (where: "button" | "field") => {
    setState("closed");
    const field = button.current?.form?.querySelector("textarea");
    (where === "field" ? field : button.current)?.focus();
  };
  return {
    isOpen,
    button: (
      <IconButton
        ref={button}
        label="Record a voice note"
        size="small"
        aria-expanded={state !== "closed"}
        // It keeps the focus until the microphone is there.
        onClick={() => {
          if (state === "failed") setTries(tries + 1);
          setState("open");
        }}
      >
        <Mic size={18} aria-hidden />
      </IconButton>
    ),
    panel: (
      <>
        <span role="status" className={visuallyHidden}>
          {news}
        </span>
        {state !== "closed" && (
          <Suspense fallback={null}>
            <VoiceNote
              key={tries}
              files={files}
              opener={button}
              addLabel={`Add to ${kind}`}
              onNews={setNews}
              onFault={() => setState("failed")}
              onClose={close}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
