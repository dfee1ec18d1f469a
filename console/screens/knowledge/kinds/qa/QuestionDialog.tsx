import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { AnsweredQuestion } from "../../../../../shared/domain/questions.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { addQuestions, updateQuestion } from "../../../../state/knowledge/questions.ts";
import { QuestionAndAnswer } from "./QuestionAndAnswer.tsx";
import { QuestionTable } from "./QuestionTable.tsx";
import type { SourcePlace } from "../../sourcePlace.ts";
import { describeCount } from "../../../../parts/describeNumber.ts";

export type QuestionDialogName = "add" | "table" | (AnsweredQuestion & { id: string });

interface QuestionDialogProps {
  open: QuestionDialogName;
  place: SourcePlace;
  onClose: () => void;
}

/** Adds a question, changes one, or takes many from a table. */
export function QuestionDialog({ open, place, onClose }: QuestionDialogProps): ReactNode {
  const formId = useId();
  const edited = typeof open === "object" ? open : null;
  const [one, setOne] = useState<AnsweredQuestion>({
    question: edited?.question ?? "",
    answer: edited?.answer ?? "",
  });
  const [table, setTable] = useState<readonly AnsweredQuestion[]>([]);
  const saving = useAction(async () => {
    if (edited) await updateQuestion({ ...place, questionId: edited.id }, one);
    else await addQuestions(place, open === "table" ? table : [one]);
    showToast(
      edited ? "Saved" : open === "table" ? `${describeCount(table.length, "question")} imported` : "Added",
    );
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await saving.run()) onClose();
  };
  const isBeside = saving.error?.fields.some(({ path }) => /\.(?:question|answer)$/.test(path)) === true;
  return (
    <Dialog
      title={edited ? "Edit the question" : open === "table" ? "Import questions" : "Add a question"}
      onClose={onClose}
      width={600}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            isBusy={saving.isBusy}
            disabled={open === "table" && table.length === 0}
          >
            {edited ? "Save" : open === "table" ? "Import" : "Add"}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {open === "table" ? (
          <>
            <QuestionTable autoFocus onChange={setTable} />
            <p>Existing questions get the answer from the file.</p>
          </>
        ) : (
          <QuestionAndAnswer value={one} error={saving.error} autoFocus onChange={setOne} />
        )}
        {saving.error && (open === "table" || !isBeside) && <ErrorNotice error={saving.error} />}
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
