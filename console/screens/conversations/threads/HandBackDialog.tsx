import type { ReactNode } from "react";
import { maxAgentNoteCharacters } from "../../../../shared/domain/limits.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useAgent } from "../../../parts/useAgent.ts";
import { changeThread } from "../../../state/conversations/threads/conversation.ts";
import { useDraft } from "../messages/compose/useDraft.ts";
import { useHolders } from "./useHolders.ts";
import type { ThreadDialogProps } from "./threadDialogProps.ts";

/** Gives a conversation back to the agent, with what it is to know and do from here on. */
export function HandBackDialog({ place, thread, onClose }: ThreadDialogProps): ReactNode {
  const [note, setNote] = useDraft("handBack", place.threadId);
  const { was, decide } = useHolders(place, thread);
  const { agent } = useAgent();
  const giving = useAction(async () => {
    const text = note.trim();
    await decide(() =>
      changeThread(place, {
        handledBy: "ai",
        ...(text && { note: text }),
        was: { assigneeId: was.assigneeId },
      }),
    );
    setNote("");
    showToast("The agent answers again");
    onClose();
  });
  const isOvertaken = giving.error?.code === "conflict";
  return (
    <Dialog
      title="Hand back to the agent"
      width={480}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={giving.isBusy}>
            {isOvertaken ? "Hand back anyway" : "Hand back"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={body}
        onSubmit={(event) => {
          event.preventDefault();
          void giving.run();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
        }}
      >
        <TextArea
          label="Note to the agent (optional)"
          hint="It follows this note in this conversation. Only your team sees the note."
          placeholder="The customer was refunded: confirm it, and ask whether that is all."
          value={note}
          onChange={setNote}
          limit={maxAgentNoteCharacters}
          autoFocus
        />
        {agent?.configuration.model === builtinModel && (
          <p>This agent uses the built-in model, which can't follow notes. Your team still sees it.</p>
        )}
        {giving.error && <ErrorNotice error={giving.error} />}
      </form>
    </Dialog>
  );
}

const formId = "hand-back";
const body = css`
  display: grid;
  gap: 12px;
  & > p {
    color: var(--ph-text-2);
  }
`;
