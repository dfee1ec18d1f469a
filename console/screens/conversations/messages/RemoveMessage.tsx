import { useState } from "react";
import type { ReactNode } from "react";
import { Trash2 } from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { dropMessage } from "../../../state/conversations/threads/removals.ts";
import type { MessagePlaceProps } from "./messagePlaceProps.ts";

/** What may be done with a message: deleting it, after a question. */
export function RemoveMessage({ message, place }: MessagePlaceProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const what = message.role === "support" ? "reply" : message.role === "user" ? "message" : "answer";
  return (
    <>
      <span className={quiet}>
        <RowMenu
          label={`Actions for this ${what}`}
          actions={[
            {
              ...{ label: `Delete ${what}`, icon: <Trash2 size={16} aria-hidden />, isDanger: true },
              onChoose: () => setIsAsked(true),
            },
          ]}
        />
      </span>
      {isAsked && (
        <ConfirmDialog
          title={`Delete this ${what}?`}
          confirmLabel={`Delete ${what}`}
          onConfirm={() => dropMessage(place, message.id)}
          onClose={() => setIsAsked(false)}
        >
          Its text and files are deleted for good, for the visitor too. Test cases made from this conversation
          and later “Why this answer” details are deleted as well. Your team sees who deleted it. Copies in
          other messages and programs stay.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Where there is a pointer it shows with its message alone: there are many of them. */
const quiet = css`
  display: inline-flex;
  color: var(--ph-text-3);
  @media (hover: hover) {
    opacity: 0;
    article:hover &,
    article:focus-within &,
    &:has(:popover-open) {
      opacity: 1;
    }
  }
`;
