import type { FormEvent, ReactNode } from "react";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { DraftBy } from "./DraftBy.tsx";
import { DraftEnd, draftForm } from "./DraftEnd.tsx";
import type { Drafting } from "./useDrafting.ts";

interface WayProps {
  orgId: string;
  drafting: Drafting;
  onByHand: () => void;
}

/** Beginning with a description in one's own words. */
export function DescribeWay({ orgId, drafting, onByHand }: WayProps): ReactNode {
  const { wish, onWish, error } = drafting;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void drafting.start("describe");
  };
  return (
    <form className={draftForm} onSubmit={handleSubmit} noValidate aria-label="Describe it">
      <TextArea
        label="What should it help with?"
        hint="Who asks, what about, and how it should sound. A name in quotation marks becomes its name."
        placeholder="“Robin” helps the guests of our bicycle shop: prices, repairs, opening hours. Friendly and brief."
        rows={5}
        maxLength={2000}
        autoFocus
        value={wish.description}
        onChange={(description) => onWish({ description })}
        error={findFieldError(error, "description")}
      />
      <DraftBy
        orgId={orgId}
        value={wish.model}
        onChange={(model) => onWish({ model })}
        note={
          wish.model === builtinModel
            ? "It writes nothing by itself: your words become the purpose as they are, and questions in them become suggestions."
            : "It drafts name, purpose, colour and first words from what you say. You change what you like."
        }
        error={findFieldError(error, "model")}
      />
      <DraftEnd drafting={drafting} label="Draft my agent" busyText="Drafting …" onByHand={onByHand} />
    </form>
  );
}
