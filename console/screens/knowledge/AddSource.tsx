import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { isSourceKind, kindHas, type SourceKind } from "../../../shared/domain/sourceKinds.ts";
import type { SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { findHeldSource, forgetHeldSource } from "../../state/knowledge/heldSource.ts";
import { createDataSource } from "../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { AudienceField } from "./AudienceField.tsx";
import { noReturn } from "./connected/noReturn.ts";
import { blankDraft, draftOf, readDraft } from "./draft.ts";
import { KindPicker } from "./KindPicker.tsx";
import { screenOf, type Draft } from "./kinds/kinds.ts";
import { SourceFields } from "./SourceFields.tsx";
import { LookFirst } from "./LookFirst.tsx";

/** Adds a source: which kind, then what of it. The kind is in the address (`?add=files`). */
export function AddSource({ place }: { place: AgentPlace }): ReactNode {
  const query = useQuery();
  const kind = readKind(query.read("add"));
  const [drafts, setDrafts] = useState<Partial<Record<SourceKind, Draft>>>(() => readHeld(place));
  const [audience, setAudience] = useState<SourceAudience>("everyone");
  const [hasChosen, setHasChosen] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const formId = useId();
  const isOpening = !hasChosen && !drafts[kind];
  const draft = drafts[kind] ?? blankDraft(kind);
  const screen = screenOf(kind);
  const close = () => query.set({ add: null, ...noReturn });
  const adding = useAction(async () => {
    const { name } = await createDataSource(place, {
      ...readDraft(draft),
      ...(audience !== "everyone" && { audience }),
    });
    forgetHeldSource();
    showToast(kindHas(kind, "isPushed") ? `${name} is ready for documents` : `${name} is being read`);
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await adding.run()) close();
  };
  return (
    <Dialog
      title="Add a data source"
      onClose={close}
      width={640}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            isBusy={adding.isBusy}
            disabled={isUploading || screen.isWithoutChoice?.(draft)}
          >
            {screen.addLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        <KindPicker
          value={kind}
          autoFocus={screen.hasNoFirstField === true}
          onChange={(add) => {
            setHasChosen(true);
            adding.clear();
            query.set({ add }, { replace: true });
          }}
        />
        <SourceFields
          key={kind}
          place={place}
          draft={draft}
          files={[]}
          error={adding.error}
          autoFocus={isOpening}
          onChange={(changed) => setDrafts((before) => ({ ...before, [kind]: changed }))}
          onUploading={setIsUploading}
        />
        <AudienceField value={audience} onChange={setAudience} />
        {kindHas(kind, "hasPreview") && !screen.hidesPreview?.(draft) && (
          <LookFirst
            key={kind}
            place={place}
            readConfig={() => readDraft(draft).config}
            isDisabled={isUploading || isEmpty(draft)}
          />
        )}
      </form>
    </Dialog>
  );
}

/** What was typed for a source that was refused when the agent was made. */
function readHeld({ agentId }: AgentPlace): Partial<Record<SourceKind, Draft>> {
  const held = findHeldSource(agentId);
  return held ? { [held.config.kind]: draftOf(held) } : {};
}

function readKind(text: string): SourceKind {
  return isSourceKind(text) ? text : "website";
}

function isEmpty(draft: Draft): boolean {
  const { isEmpty: isBlank, isWithoutChoice } = screenOf(draft.kind);
  return (isBlank ?? isWithoutChoice)?.(draft) ?? false;
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
  /* The kinds stay where they are, however much the fields of one of them take: as high as the highest dialog. */
  dialog:has(&) {
    margin-block-start: max(16px, 50dvh - 450px);
  }
`;
