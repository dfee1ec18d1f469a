import { useState } from "react";
import type { ReactNode } from "react";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { dropMessage } from "../../../state/conversations/threads/removals.ts";
import type { MessagePlaceProps } from "./messagePlaceProps.ts";

/** The button that deletes a message, after a question. */
export function RemoveMessage({ message, place }: MessagePlaceProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const what = message.role === "support" ? "reply" : message.role === "user" ? "message" : "answer";
  return (
    <>
      <IconButton
        size="small"
        label={`Delete this ${what}`}
        className={quiet}
        onClick={() => setIsAsked(true)}
      >
        <Trash2 size={16} aria-hidden />
      </IconButton>
      {isAsked && (
        <ConfirmDialog
          title={`Delete this ${what}?`}
          confirmLabel={`Delete ${what}`}
          onConfirm={() => dropMessage(place, message.id)}
          onClose={() => setIsAsked(false)}
        >
          What it says and its files are gone for good, for the visitor too: they read that a message was
          deleted. So is what was made of this conversation: test cases, and what “Why this answer” says from
          here on. Your team sees who deleted it. What other messages say of it stays, as does what was
          already sent to other programs.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Where there is a pointer it shows with its message alone: there are many of them. */
const quiet = css`
  color: var(--ph-text-3);
  @media (hover: hover) {
    opacity: 0;
    article:hover &,
    article:focus-within & {
      opacity: 1;
    }
  }
`;
