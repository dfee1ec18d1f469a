import type { ReactNode } from "react";
import { CallButton } from "./CallButton.tsx";
import { VoiceButton } from "./VoiceButton.tsx";

/** What the composer offers beside writing. */
export function ComposerTools(): ReactNode {
  return (
    <>
      <VoiceButton />
      <CallButton />
    </>
  );
}
