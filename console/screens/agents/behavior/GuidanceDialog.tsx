import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { audiences, guidanceCategories } from "../../../../shared/domain/guidance.ts";
import type { GuidanceRule } from "../../../../shared/domain/guidance.ts";
import { maxGuidanceCharacters } from "../../../../shared/domain/limits.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { sayTooLong } from "../../../../shared/ui/sayTooLong.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { audienceNames, categoryNames } from "./categoryNames.ts";
import { findListProblem, readList, writeList } from "./readList.ts";

interface GuidanceDialogProps {
  rule: GuidanceRule;
  onSave: (rule: GuidanceRule) => void;
  onClose: () => void;
}

const longestTitle = 80;
const wordLimits = { most: 30, longest: 80 };
const pageLimits = { most: 30, longest: 300 };

/** Writes a rule: what the model is told, and for which messages. It is saved with the configuration. */
export function GuidanceDialog({ rule, onSave, onClose }: GuidanceDialogProps): ReactNode {
  const formId = useId();
  const [typed, setTyped] = useState(rule);
  const [words, setWords] = useState(writeList(rule.when.words));
  const [pages, setPages] = useState(writeList(rule.when.pages));
  const [hasTried, setHasTried] = useState(false);
  const missing = (text: string) => (hasTried && !text.trim() ? "Field is required" : undefined);
  const isTooLong = sayTooLong(typed.title, longestTitle) ?? sayTooLong(typed.text, maxGuidanceCharacters);
  const wordProblem = findListProblem(readList(words), wordLimits);
  const pageProblem = findListProblem(readList(pages), pageLimits);
  const set = (part: Partial<GuidanceRule>) => setTyped({ ...typed, ...part });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies inside the configuration's form, which is saved on its own.
    event.stopPropagation();
    setHasTried(true);
    if (!typed.title.trim() || !typed.text.trim()) return;
    if (isTooLong || wordProblem || pageProblem) return;
    onSave({
      ...typed,
      ...{ title: typed.title.trim(), text: typed.text.trim() },
      when: { ...typed.when, words: readList(words), pages: readList(pages) },
    });
    onClose();
  };
  return (
    <Dialog
      title={rule.title ? "Edit the rule" : "Add a rule"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId}>
            {rule.title ? "Done" : "Add"}
          </Button>
        </>
      }
    >
      <form ref={useWrongField()} id={formId} className={form} onSubmit={handleSubmit} noValidate>
        <TextField
          label="Name"
          autoFocus
          isRequired
          limit={longestTitle}
          placeholder="Refunds"
          value={typed.title}
          onChange={(title) => set({ title })}
          error={missing(typed.title)}
        />
        <TextArea
          label="Instruction"
          isRequired
          rows={5}
          limit={maxGuidanceCharacters}
          placeholder="Offer a voucher before a refund."
          value={typed.text}
          onChange={(text) => set({ text })}
          error={missing(typed.text)}
        />
        <Select
          label="About"
          value={typed.category}
          options={guidanceCategories.map((value) => ({ value, label: categoryNames[value] }))}
          onChange={(value) => set({ category: value as GuidanceRule["category"] })} // the options are the categories
        />
        <fieldset>
          <legend>Applies when</legend>
          <TextField
            label="The message has one of these words"
            hint="Separate with commas. refund* also matches refunds and refunded. Empty: any message."
            value={words}
            onChange={setWords}
            error={wordProblem}
          />
          <TextField
            label="The page's address has one of these parts"
            hint="Such as /checkout or /products/*. Empty: any page."
            value={pages}
            onChange={setPages}
            error={pageProblem}
          />
          <Select
            label="For"
            value={typed.when.audience}
            options={audiences.map((value) => ({ value, label: audienceNames[value] }))}
            onChange={(value) =>
              set({ when: { ...typed.when, audience: value as GuidanceRule["when"]["audience"] } })
            } // the options are the audiences
          />
        </fieldset>
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
  & > fieldset {
    display: grid;
    gap: 16px;
    min-width: 0;
    margin: 0;
    padding: 14px 16px 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & legend {
    padding: 0 6px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
`;
