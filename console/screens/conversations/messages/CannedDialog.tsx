import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Pencil, Trash2 } from "lucide-react";
import type { CannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { maxCannedCharacters } from "../../../../shared/domain/limits.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { describeNumber } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useAction } from "../../../parts/useAction.ts";
import {
  cannedReplies,
  dropCannedReply,
  loadCannedReplies,
  saveCannedReply,
} from "../../../state/conversations/messages/cannedReplies.ts";
import { composeFiles, readyFiles } from "../../../state/conversations/files/composedFiles.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { findCanned } from "./compose/findCanned.ts";
import { findMistaken } from "./compose/fillVariables.ts";
import { FilesRow } from "./compose/FilesRow.tsx";
import { useFiles } from "./compose/useFiles.tsx";
import { FileNames } from "../files/FileNames.tsx";

interface CannedDialogProps {
  place: AgentPlace;
  onClose: () => void;
}

type Shown = Snapshot<CannedReply>;

/** The canned replies of an agent and one's own: found, made, changed and deleted. */
export function CannedDialog({ place, onClose }: CannedDialogProps): ReactNode {
  const resource = useSnapshot(cannedReplies);
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<Shown | "new" | null>(null);
  const [dropped, setDropped] = useState<Shown | null>(null);
  if (edited) return <CannedForm place={place} edited={edited} onDone={() => setEdited(null)} />;
  if (dropped) {
    return (
      <ConfirmDialog
        title="Delete this canned reply?"
        confirmLabel="Delete reply"
        onConfirm={() => dropCannedReply(place, dropped.id)}
        onClose={() => setDropped(null)}
      >
        <strong>/{dropped.name}</strong> is deleted for good
        {dropped.isPersonal ? "." : ", for everyone who replies for this agent."} Messages sent with it stay.
      </ConfirmDialog>
    );
  }
  const isOurs = resource.data?.agentId === place.agentId;
  return (
    <Dialog
      title="Canned replies"
      width={620}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button kind="primary" onClick={() => setEdited("new")}>
            New canned reply
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>
          Type <kbd>/</kbd> in a reply to use one. The agent’s are for everyone; yours are private.
        </p>
        <SearchField label="Search canned replies" value={search} onChange={setSearch} />
        <Loaded
          resource={{ ...resource, data: isOurs ? resource.data : null }}
          skeleton={null}
          needs="conversations.reply"
          onRetry={() => loadCannedReplies(place)}
        >
          {({ items }) => {
            const found = findCanned(items, search);
            if (items.length === 0) return <p>No canned replies yet. Save what you often write.</p>;
            if (found.length === 0) return <p>No results.</p>;
            return (
              <ul data-replies="">
                {found.map((reply) => (
                  <li key={reply.id}>
                    <div>
                      <strong>/{reply.name}</strong>
                      {reply.isPersonal && <Badge>Only you</Badge>}
                      <small>{describeUses(reply.uses)}</small>
                      <p dir="auto">{reply.text}</p>
                      {reply.attachments.length > 0 && <FileNames files={reply.attachments} />}
                    </div>
                    <RowMenu
                      label={`Actions for ${reply.name}`}
                      actions={[
                        {
                          ...{ label: "Edit", icon: <Pencil size={16} aria-hidden /> },
                          onChoose: () => setEdited(reply),
                        },
                        {
                          ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
                          onChoose: () => setDropped(reply),
                        },
                      ]}
                    />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}

function describeUses(uses: number): string {
  if (uses === 0) return "not used yet";
  return uses === 1 ? "used once" : `used ${describeNumber(uses)} times`;
}

const scopes = [
  { value: "agent", label: "For everyone who replies" },
  { value: "personal", label: "Only for me" },
] as const;

interface CannedFormProps {
  place: AgentPlace;
  edited: Shown | "new";
  onDone: () => void;
}

function CannedForm({ place, edited, onDone }: CannedFormProps): ReactNode {
  const before = edited === "new" ? null : edited;
  const [name, setName] = useState(before?.name ?? "");
  const [text, setText] = useState(before?.text ?? "");
  const [scope, setScope] = useState<"agent" | "personal">(before?.isPersonal ? "personal" : "agent");
  const [files] = useState(() => composeFiles(place, before?.attachments));
  const field = useFiles(files);
  const { onPaste, isHeld } = field;
  const saving = useAction(async () => {
    const attachments = readyFiles(files).map(({ id }) => id);
    const data = { name, text, attachments, isPersonal: scope === "personal" };
    await saveCannedReply(place, before?.id ?? null, data);
    onDone();
  });
  const mistaken = findMistaken(text);
  const formId = "canned-reply";
  return (
    <Dialog
      title={before ? "Edit canned reply" : "New canned reply"}
      width={620}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={isHeld} isBusy={saving.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={body}
        onPaste={onPaste}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isHeld) void saving.run();
        }}
      >
        <TextField label="Short name" value={name} onChange={setName} limit={40} isRequired autoFocus />
        <TextArea
          label="Text"
          value={text}
          onChange={setText}
          rows={6}
          limit={maxCannedCharacters}
          isRequired
        />
        <p>
          Variables: <code>{"{{visitor.name|there}}"}</code>, <code>{"{{agent.name}}"}</code>,{" "}
          <code>{"{{me.name}}"}</code>, and any attribute of the visitor such as{" "}
          <code>{"{{visitor.plan|your plan}}"}</code>. The word after the bar is used when the value is
          missing.
        </p>
        {mistaken.length > 0 && (
          <p role="status" data-warning="">
            {mistaken.join(", ")} {mistaken.length === 1 ? "is no variable" : "are no variables"}: a reply
            with it asks before it is sent.
          </p>
        )}
        <FilesRow files={field} hint="Files to attach each time, 4 at most" />
        <Choices label="Whose it is" value={scope} options={scopes} onChange={setScope} />
        {saving.error && <ErrorNotice error={saving.error} />}
      </form>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  & > p {
    color: var(--ph-text-2);
  }
  & > p[data-warning] {
    color: var(--ph-warning-text);
  }
  & code,
  & kbd {
    padding: 1px 4px;
    border: 1px solid var(--ph-line-2);
    border-radius: 4px;
    font: inherit;
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & [data-replies] {
    display: grid;
    max-height: 46vh;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  & [data-replies] > li {
    display: flex;
    gap: 8px;
    padding: 10px 0;
    border-top: 1px solid var(--ph-line);
  }
  & [data-replies] > li > div:first-child {
    flex: 1;
    min-width: 0;
  }
  & [data-replies] strong {
    margin-inline-end: 8px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & [data-replies] small {
    margin-inline-start: 8px;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-3);
  }
  & [data-replies] p {
    display: -webkit-box;
    margin-top: 2px;
    overflow: hidden;
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;
