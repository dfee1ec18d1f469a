import { useEffect, useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Generated } from "../../../shared/contract/agents/generate.ts";
import type { GenerateUseCase } from "../../../shared/domain/generate.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { dataSources, loadDataSources } from "../../state/knowledge/dataSources.ts";
import { defaultModels, loadDefaultModels } from "../../state/models/modelKeys.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { drawn } from "../../state/platform/resource.ts";
import { Choices } from "../Choices.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { findFieldError } from "../fieldErrors.ts";
import { useWrongField } from "../useWrongField.ts";
import { DraftBy } from "./DraftBy.tsx";
import { DraftNotes } from "./DraftNotes.tsx";
import { OfferList } from "./OfferList.tsx";
import type { ListOffers } from "./offers.ts";
import { useDrafting, type DraftedWay, type Wish } from "./useDrafting.ts";

export interface GenerateDialogProps {
  place: AgentPlace;
  useCases: readonly GenerateUseCase[];
  /** What the agent is for, to begin with. */
  description: string;
  listOffers: ListOffers;
  onClose: () => void;
}

/** Has a part of an agent drafted again, and puts what is chosen of the draft into the form, which is saved as ever. */
export function GenerateDialog(props: GenerateDialogProps): ReactNode {
  const { place, useCases, description, listOffers, onClose } = props;
  const { orgId } = place;
  const formId = useId();
  const [way, setWay] = useState<DraftedWay>("website");
  const [typed, setTyped] = useState<Partial<Wish>>({});
  const [drafted, setDrafted] = useState<Generated | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { data: presets } = useSnapshot(defaultModels);
  const model = presets?.code ?? presets?.chat ?? builtinModel;
  const website = useWebsite(place);
  useEffect(() => void loadDefaultModels(orgId), [orgId]);
  const drafting = useDrafting({
    ...{ orgId, useCases, wish: { description, url: website, model, ...typed } },
    onWish: setTyped,
    onDrafted: (answer) => {
      setLeft(new Set());
      setDrafted(answer);
    },
  });
  const { wish, onWish, isBusy, error } = drafting;
  const offers = drafted ? listOffers(drafted) : [];
  const taken = offers.filter(({ label }) => !left.has(label));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may lie inside another form, which is saved on its own.
    event.stopPropagation();
    if (!drafted) return void drafting.start(way);
    for (const { take } of taken) take();
    onClose();
  };
  return (
    <Dialog
      title="AI generate"
      onClose={onClose}
      actions={
        <>
          {drafted && <Button onClick={() => setDrafted(null)}>Back</Button>}
          {/* One button, so that whoever has stopped keeps the focus on it. */}
          {!drafted && (
            <Button onClick={isBusy ? drafting.stop : onClose}>{isBusy ? "Stop" : "Cancel"}</Button>
          )}
          {(!drafted || offers.length > 0) && (
            <Button
              kind="primary"
              type="submit"
              form={formId}
              isBusy={isBusy}
              disabled={drafted !== null && taken.length === 0}
            >
              {drafted ? "Use selected" : "Generate"}
            </Button>
          )}
        </>
      }
    >
      <form ref={useWrongField(error)} id={formId} className={frame} onSubmit={handleSubmit} noValidate>
        {drafted ? (
          <>
            <DraftNotes drafted={drafted} />
            <OfferList offers={offers} left={left} onChange={setLeft} />
          </>
        ) : (
          <>
            {error && error.code !== "invalid_input" && (
              <ErrorNotice title="No draft was created." error={error} />
            )}
            <Choices
              label="Draft from"
              value={way}
              onChange={(chosen) => {
                drafting.clear();
                setWay(chosen);
              }}
              options={[
                { value: "website", label: "A website" },
                { value: "describe", label: "A description" },
              ]}
            />
            {way === "website" ? (
              <TextField
                label="Website address"
                hint="We read a few public pages, as robots.txt allows."
                placeholder="www.example.com"
                type="url"
                limit={2000}
                autoFocus
                value={wish.url}
                onChange={(url) => onWish({ url })}
                error={findFieldError(error, "url") ?? findFieldError(error, "description")}
              />
            ) : (
              <TextArea
                label="What does it help with?"
                hint="Its audience, topics and tone."
                rows={5}
                limit={2000}
                autoFocus
                value={wish.description}
                onChange={(text) => onWish({ description: text })}
                error={findFieldError(error, "description")}
              />
            )}
            <DraftBy
              orgId={orgId}
              value={wish.model}
              onChange={(chosen) => onWish({ model: chosen })}
              note={notes[way][wish.model === builtinModel ? "byBuiltin" : "byModel"]}
              error={findFieldError(error, "model")}
            />
            <p role="status">
              {isBusy && (way === "website" ? `Reading ${wish.url.trim() || "the website"} …` : "Drafting …")}
            </p>
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The website that the agent reads, to begin with; empty where there is none. */
function useWebsite({ orgId, agentId }: AgentPlace): string {
  const { data } = useSnapshot(dataSources);
  useEffect(() => drawn(loadDataSources({ orgId, agentId })), [orgId, agentId]);
  if (data?.agentId !== agentId) return "";
  const sites = data.items.flatMap(({ config }) =>
    config.kind === "website" && config.scope !== "sitemap" ? config.urls : [],
  );
  return sites[0] ?? "";
}

const notes: Record<DraftedWay, Record<"byBuiltin" | "byModel", string>> = {
  website: {
    byBuiltin: "Uses only what’s on the website.",
    byModel: "Drafts from the pages that we read, treating their text as data.",
  },
  describe: {
    byBuiltin: "Uses only your words and the questions in them.",
    byModel: "Drafts from your description.",
  },
};

const frame = css`
  display: grid;
  gap: 18px;
  min-width: 0;
  color: var(--ph-text);
  & > [role="status"]:last-child {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > [role="status"]:last-child:empty {
    display: none;
  }
`;
