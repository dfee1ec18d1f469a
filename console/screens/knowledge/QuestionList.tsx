import { Suspense, lazy, useState } from "react";
import type { ReactNode } from "react";
import { Pencil, Trash2 } from "lucide-react";
import { questionKey } from "../../../shared/domain/questions.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { removeQuestion } from "../../state/questions.ts";
import type { QuestionDialogName } from "./QuestionDialog.tsx";
import type { SourcePlace } from "./SourceDetail.tsx";

const QuestionDialog = lazy(() => import("./QuestionDialog.tsx"));

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
export default function QuestionList({ questions, name, place, mayChange }: QuestionListProps): ReactNode {
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
    <div className={frame}>
      <div className={bar}>
        <SearchField
          label="Search questions"
          value={search}
          onChange={(text) => query.set({ search: text, page: null }, { replace: true })}
        />
        {mayChange && (
          <div>
            <Button onClick={() => setOpen("table")}>Import CSV</Button>
            <Button kind="primary" onClick={() => setOpen("add")}>
              Add a question
            </Button>
          </div>
        )}
      </div>
      {shown.length === 0 ? (
        <p className={nothing}>No question fits the search.</p>
      ) : (
        <ul className={list} aria-label={`Questions of ${name}`}>
          {shown.map((one) => (
            <li key={one.id}>
              <div>
                <strong>{one.question}</strong>
                <p>{one.answer}</p>
              </div>
              {mayChange && (
                <>
                  <IconButton
                    label={`Edit “${one.question}”`}
                    size="small"
                    onClick={() => setOpen({ ...one })}
                  >
                    <Pencil size={16} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Delete “${one.question}”`}
                    size="small"
                    onClick={() => setRemoving(one)}
                  >
                    <Trash2 size={16} aria-hidden />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={{ page, limit: pageSize, total: found.length }}
        linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })}
      />
      {open && (
        <Suspense fallback={null}>
          <QuestionDialog open={open} place={place} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {removing && (
        <ConfirmDialog
          title="Delete this question?"
          confirmLabel="Delete"
          onConfirm={() => removeQuestion({ ...place, questionId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          “{removing.question}” and its answer go, and answers cite them no more.
        </ConfirmDialog>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 10px 16px;
  & > div:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > li {
    display: flex;
    align-items: flex-start;
    gap: 4px;
    padding: 12px 8px 12px 16px;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & > li > div {
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
const nothing = css`
  padding: 32px 16px;
  text-align: center;
  color: var(--ph-text-2);
`;
