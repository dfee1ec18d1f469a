import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { sayTooLong } from "../../../../../shared/ui/sayTooLong.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { changeThread } from "../../../../state/conversations/threads/conversation.ts";
import { createLabel, inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import { LabelMark, labelColors } from "./LabelMark.tsx";
import type { ThreadDialogProps } from "../../threads/threadDialogProps.ts";

const longestName = 40;

/** Puts labels on a conversation and takes them off, each at once; one that is not there yet is made by its name. */
export function LabelDialog({ place, thread, onClose }: ThreadDialogProps): ReactNode {
  const labels = useSnapshot(inboxFilters).data?.labels ?? [];
  const [name, setName] = useState("");
  const typed = name.trim().toLowerCase();
  const toggling = useAction(async (id: string) => {
    const isOn = thread.labelIds.includes(id);
    await changeThread(place, isOn ? { removeLabelIds: [id] } : { addLabelIds: [id] });
  });
  const making = useAction(async () => {
    const colour = labelColors[labels.length % labelColors.length] ?? labelColors[0];
    const { id } = await createLabel(place, { name: name.trim(), colour });
    if (!thread.labelIds.includes(id)) await changeThread(place, { addLabelIds: [id] });
    setName("");
  });
  const error = toggling.error ?? making.error;
  const shown = labels.filter((label) => label.name.toLowerCase().includes(typed));
  const isNew =
    typed !== "" &&
    !sayTooLong(name, longestName) &&
    !labels.some((label) => label.name.toLowerCase() === typed);
  return (
    <Dialog title="Labels" width={400} onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <form
        className={body}
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = shown;
          if (isNew) void making.run();
          else if (typed && first) void toggling.run(first.id);
        }}
      >
        <TextField
          label="Find or create a label"
          value={name}
          onChange={setName}
          limit={longestName}
          autoFocus
        />
        <ul>
          {shown.map((label) => (
            <li key={label.id}>
              <label>
                <input
                  type="checkbox"
                  checked={thread.labelIds.includes(label.id)}
                  onChange={() => void toggling.run(label.id)}
                />
                <LabelMark label={label} />
              </label>
            </li>
          ))}
        </ul>
        {isNew && (
          <Button type="submit" isBusy={making.isBusy}>
            Create “{name.trim()}”
          </Button>
        )}
        {labels.length === 0 && !isNew && <p>No labels yet. Type a name to create the first one.</p>}
        {error && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 10px;
  & ul {
    max-height: 260px;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  & li > label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 36px;
    cursor: pointer;
  }
  & input[type="checkbox"] {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
  & p {
    color: var(--ph-text-2);
  }
`;
