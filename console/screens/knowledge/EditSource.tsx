import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { useAction } from "../../parts/useAction.ts";
import { updateDataSource } from "../../state/knowledge/dataSources.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { AudienceField } from "./AudienceField.tsx";
import { draftOf, keepNews, readDraft } from "./draft.ts";
import { SourceFields } from "./SourceFields.tsx";

interface EditSourceProps {
  source: ShownSource;
  place: AgentPlace;
  onClose: () => void;
}

/** Changes a source; what its new settings still find stays, and pages that stay the same are not read again. */
export function EditSource({ source, place, onClose }: EditSourceProps): ReactNode {
  const [initial] = useState(() => draftOf(source));
  const [draft, setDraft] = useState(initial);
  const { audience: before = "everyone" } = source;
  const [audience, setAudience] = useState(before);
  const [isUploading, setIsUploading] = useState(false);
  const formId = useId();
  const saving = useAction(async () => {
    await updateDataSource(
      { ...place, sourceId: source.id },
      { ...readDraft(keepNews(draft, source)), ...(audience !== before && { audience }) },
    );
    showToast("Saved");
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await saving.run()) onClose();
  };
  return (
    <Dialog
      title={`Edit ${source.name}`}
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy} disabled={isUploading}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        <SourceFields
          place={place}
          draft={draft}
          files={source.files}
          error={saving.error}
          isEdit
          autoFocus={draft === initial}
          onChange={setDraft}
          onUploading={setIsUploading}
        />
        <AudienceField value={audience} onChange={setAudience} />
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
