import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Tag, UserRound } from "lucide-react";
import { priorities } from "../../../../shared/contract/conversations/conversations.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { changeThread } from "../../../state/conversations/threads/conversation.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { inboxFilters } from "../../../state/conversations/inbox/inboxFilters.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import { priorityNames } from "../inbox/filters.ts";
import { LabelMark } from "../inbox/labels/LabelMark.tsx";
import type { ThreadDialogName } from "./ThreadDialogs.tsx";

interface ThreadPropertiesProps {
  place: ThreadPlace;
  thread: ShownThread;
  onAsk: (name: ThreadDialogName) => void;
}

/** Whose a conversation is, how urgent, and its labels, to be changed in place. */
export function ThreadProperties({ place, thread, onAsk }: ThreadPropertiesProps): ReactNode {
  const known = useSnapshot(inboxFilters).data?.labels ?? [];
  const labels = known.filter(({ id }) => thread.labelIds.includes(id));
  const { assignee, team } = thread;
  const assigned = [assignee?.name, team?.name].filter(Boolean).join(" · ");
  const changing = useAction((priority: (typeof priorities)[number]) => changeThread(place, { priority }));
  return (
    <section className={frame} aria-label="Properties">
      <div>
        <span aria-hidden="true">Assignee</span>
        <Button
          kind="quiet"
          size="small"
          icon={<UserRound size={15} aria-hidden />}
          onClick={() => onAsk("assign")}
        >
          <bdi title={assigned || undefined}>{assigned || "Assign"}</bdi>
        </Button>
      </div>
      <Select
        label="Priority"
        value={thread.priority}
        options={priorities.map((value) => ({ value, label: priorityNames[value] }))}
        onChange={(value) => void changing.run(priorities.find((one) => one === value) ?? "none")}
      />
      {labels.length > 0 && (
        <ul aria-label="Labels">
          {labels.map((label) => (
            <li key={label.id}>
              <LabelMark label={label} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <span aria-hidden="true">Labels</span>
        <Button kind="quiet" size="small" icon={<Tag size={15} aria-hidden />} onClick={() => onAsk("label")}>
          {labels.length > 0 ? "Change labels" : "Add labels"}
        </Button>
      </div>
      {changing.error && <ErrorNotice error={changing.error} />}
    </section>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding-bottom: 18px;
  /* Rows: what it is at the start, what it is set to at the end. */
  & > div {
    display: grid;
    grid-template-columns: 88px minmax(0, 1fr);
    align-items: center;
    gap: 8px;
    min-height: 36px;
  }
  & label,
  & > div > span {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 400;
  }
  & > div > button {
    justify-self: start;
    max-width: 100%;
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    margin: 2px 0;
    padding: 0;
    list-style: none;
  }
  & li {
    min-width: 0;
  }
  & button > svg {
    flex: none;
  }
  & bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
