import type { FormEvent, ReactNode } from "react";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { DraftBy } from "./DraftBy.tsx";
import { DraftEnd, draftForm } from "./DraftEnd.tsx";
import type { Drafting } from "./useDrafting.ts";

interface WayProps {
  orgId: string;
  drafting: Drafting;
  onByHand: () => void;
}

/** Beginning with a website: it is looked at now, and becomes the agent's first source. */
export function WebsiteWay({ orgId, drafting, onByHand }: WayProps): ReactNode {
  const { wish, onWish, error } = drafting;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void drafting.start("website");
  };
  return (
    <form className={draftForm} onSubmit={handleSubmit} noValidate aria-label="Use a website">
      <TextField
        label="Website address"
        hint="We look at a few public pages, as robots.txt allows. Once the agent is created it reads the whole site."
        placeholder="www.example.com"
        type="url"
        autoComplete="url"
        maxLength={2000}
        autoFocus
        value={wish.url}
        onChange={(url) => onWish({ url })}
        error={findFieldError(error, "url") ?? findFieldError(error, "description")}
      />
      <DraftBy
        orgId={orgId}
        value={wish.model}
        onChange={(model) => onWish({ model })}
        note={
          wish.model === builtinModel
            ? "It takes name, colour, logo and questions from the website itself and invents nothing."
            : "It drafts from the pages that we read; the website’s words are shown to it as data."
        }
        error={findFieldError(error, "model")}
      />
      <DraftEnd
        drafting={drafting}
        label="Read the website"
        busyText={`Reading ${wish.url.trim() || "the website"} …`}
        onByHand={onByHand}
      />
    </form>
  );
}
