import type { FormEvent, ReactNode } from "react";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { DraftBy } from "../../../parts/generate/DraftBy.tsx";
import { DraftEnd, draftForm } from "./DraftEnd.tsx";
import type { DraftedWay, Drafting } from "../../../parts/generate/useDrafting.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { wayWords } from "./ways.ts";

interface DraftWayProps {
  orgId: string;
  way: DraftedWay;
  drafting: Drafting;
  onByHand: () => void;
}

/** Beginning with a description in one's own words, or with a website that is read now and becomes the first source. */
export function DraftWay({ orgId, way, drafting, onByHand }: DraftWayProps): ReactNode {
  const { wish, onWish, error } = drafting;
  const { submit, byBuiltin, byModel } = words[way];
  const form = useWrongField(error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void drafting.start(way);
  };
  return (
    <form
      ref={form}
      className={draftForm}
      onSubmit={handleSubmit}
      noValidate
      aria-label={wayWords[way].title}
    >
      {way === "describe" ? (
        <TextArea
          label="What should it help with?"
          hint="Its audience, topics and tone. A name in quotation marks becomes its name."
          placeholder="“Robin” helps the guests of our bicycle shop: prices, repairs, opening hours. Friendly and brief."
          rows={5}
          limit={2000}
          autoFocus
          value={wish.description}
          onChange={(description) => onWish({ description })}
          error={findFieldError(error, "description")}
        />
      ) : (
        <TextField
          label="Website address"
          hint="We read a few public pages, following robots.txt. After creation, the agent reads the whole site."
          placeholder="www.example.com"
          type="url"
          autoComplete="url"
          limit={2000}
          autoFocus
          value={wish.url}
          onChange={(url) => onWish({ url })}
          error={findFieldError(error, "url") ?? findFieldError(error, "description")}
        />
      )}
      <DraftBy
        orgId={orgId}
        value={wish.model}
        onChange={(model) => onWish({ model })}
        note={wish.model === builtinModel ? byBuiltin : byModel}
        error={findFieldError(error, "model")}
      />
      <DraftEnd
        drafting={drafting}
        label={submit}
        busyText={way === "describe" ? "Drafting …" : `Reading ${wish.url.trim() || "the website"} …`}
        onByHand={onByHand}
      />
    </form>
  );
}

/** What the button says, and what each kind of model does with what is typed. */
const words: Record<DraftedWay, Record<"submit" | "byBuiltin" | "byModel", string>> = {
  describe: {
    submit: "Draft my agent",
    byBuiltin: "Your words become the description. Questions in them become suggestions.",
    byModel:
      "Drafts name, description, instructions, color and greeting from your text. Edit anything afterwards.",
  },
  website: {
    submit: "Read the website",
    byBuiltin: "Takes name, color, logo and questions from the website and invents nothing.",
    byModel: "Drafts from the pages that we read, treating their text as data.",
  },
};
