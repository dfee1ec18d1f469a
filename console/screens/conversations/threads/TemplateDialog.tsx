import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { WhatsappTemplate } from "../../../../shared/contract/channels/channels.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { listTemplates, writeTemplate } from "../../../state/channels/threadChannel.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";

interface TemplateDialogProps {
  place: ThreadPlace;
  onClose: () => void;
}

/** Chooses an approved template, fills its placeholders and sends it. */
export function TemplateDialog({ place, onClose }: TemplateDialogProps): ReactNode {
  const [templates, setTemplates] = useState<WhatsappTemplate[] | null>(null);
  const [chosen, setChosen] = useState("");
  const [values, setValues] = useState<Record<string, string>>({});
  const { orgId, agentId, threadId } = place;
  const loading = useAction(async () => setTemplates(await listTemplates({ orgId, agentId, threadId })));
  // Read once, when the dialog opens.
  useEffect(() => void loading.run(), []);
  const sendable = (templates ?? []).filter(({ problem }) => problem === null);
  const template = sendable.find((one) => keyOf(one) === chosen) ?? sendable[0];
  const filled = template?.placeholders.map((name) => values[name]?.trim() ?? "") ?? [];
  const sending = useAction(async () => {
    if (!template) return;
    await writeTemplate(place, template, filled);
    onClose();
  });
  return (
    <Dialog
      title="Send a template"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={sending.isBusy}
            disabled={!template || filled.includes("")}
            onClick={() => void sending.run()}
          >
            Send template
          </Button>
        </>
      }
    >
      <div className={body}>
        {loading.error && (
          <ErrorNotice
            title="The templates can’t be read."
            error={loading.error}
            onRetry={() => void loading.run()}
          />
        )}
        {!templates && !loading.error && <Skeleton height="120px" />}
        {templates && sendable.length === 0 && (
          <p>No approved template can be sent from here. Create one in Meta first.</p>
        )}
        {template && (
          <>
            <Select
              label="Template"
              value={keyOf(template)}
              options={sendable.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.language})` }))}
              onChange={setChosen}
            />
            {template.placeholders.map((name) => (
              <TextField
                key={name}
                label={`Value for ${name}`}
                value={values[name] ?? ""}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            ))}
            <blockquote aria-label="What they get">{preview(template, values)}</blockquote>
          </>
        )}
        {sending.error && <ErrorNotice title="The template was not sent." error={sending.error} />}
      </div>
    </Dialog>
  );
}

function keyOf({ name, language }: WhatsappTemplate): string {
  return `${name} ${language}`;
}

/** The template as it arrives, with what is typed so far. */
function preview({ text }: WhatsappTemplate, values: Record<string, string>): string {
  return text.replace(
    /\{\{((?:header|body|footer) [\w.-]{1,60})\}\}/g,
    (whole, name: string) => values[name] || whole,
  );
}

const body = css`
  display: grid;
  gap: 14px;
  & > blockquote {
    margin: 0;
    padding: 12px 14px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
