import { useState } from "react";
import type { ReactNode } from "react";
import { Pencil, Trash2 } from "lucide-react";
import { questionKey } from "../../../../../shared/domain/questions.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";
import { SearchField } from "../../../../parts/SearchField.tsx";
import { useQuery } from "../../../../parts/useQuery.ts";
import { removeQuestion } from "../../../../state/knowledge/questions.ts";
import { Listing, Rows } from "../../Listing.tsx";
import type { QuestionDialogName } from "./QuestionDialog.tsx";
import type { SourcePlace } from "../../sourcePlace.ts";
import { QuestionDialog } from "./QuestionDialog.tsx";

interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

interface QuestionListProps {
  questions: readonly Question[];
  name: string;
  place: SourcePlace;
  mayChange: boolean;
}

const pageSize = 50;

/** The questions of a source with their answers: searched, added, changed and deleted one by one. */
export function QuestionList({ questions, name, place, mayChange }: QuestionListProps): ReactNode {
  const query = useQuery();
  const [open, setOpen] = useState<QuestionDialogName | null>(null);
  const [removing, setRemoving] = useState<Question | null>(null);
  const search = query.read("search");
  const wanted = questionKey(search);
  const found = questions.filter(({ question, answer }) =>
    questionKey(`${question} ${answer}`).includes(wanted),
  );
  const last = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(last, Math.max(1, Number(query.read("page")) || 1));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return (
    <Listing
      bar={
        <>
          <SearchField
            label="Search questions"
            value={search}
            onChange={(text) => query.set({ search: text, page: null }, { replace: true })}
          />
          {mayChange && (
            <div className={ways}>
              <Button onClick={() => setOpen("table")}>Import CSV</Button>
              <Button kind="primary" onClick={() => setOpen("add")}>
                Add a question
              </Button>
            </div>
          )}
        </>
      }
    >
      <Rows
        label={`Questions of ${name}`}
        nothing="No questions match your search."
        page={{ page, limit: pageSize, total: found.length }}
      >
        {shown.map((one) => (
          <li key={one.id} className={row}>
            <div>
              <strong>{one.question}</strong>
              <p>{one.answer}</p>
            </div>
            {mayChange && (
              <>
                <IconButton label={`Edit “${one.question}”`} size="small" onClick={() => setOpen({ ...one })}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton label={`Delete “${one.question}”`} size="small" onClick={() => setRemoving(one)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </Rows>
      {open && <QuestionDialog open={open} place={place} onClose={() => setOpen(null)} />}
      {removing && (
        <ConfirmDialog
          title="Delete this question?"
          confirmLabel="Delete"
          onConfirm={() => removeQuestion({ ...place, questionId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          “{removing.question}” and its answer are deleted. Answers no longer cite them.
        </ConfirmDialog>
      )}
    </Listing>
  );
}

const ways = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-inline-start: auto;
`;
const row = css`
  display: flex;
  align-items: flex-start;
  gap: 4px;
  padding: 12px 8px 12px 16px;
  & > div {
    flex: 1;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
    color: var(--ph-text);
    overflow-wrap: anywhere;
  }
  & p {
    display: -webkit-box;
    margin-top: 2px;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;
