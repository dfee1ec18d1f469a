import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { AnsweredQuestion } from "../../../../../shared/domain/questions.ts";
import { readQuestions } from "../../../../../shared/domain/readQuestions.ts";
import type { QuestionsRead } from "../../../../../shared/domain/readQuestions.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { describeCount } from "../../../../parts/describeNumber.ts";

interface QuestionTableProps {
  autoFocus?: boolean;
  onChange: (questions: readonly AnsweredQuestion[]) => void;
}

/** The most that a table is taken with: a source holds less text. */
const mostBytes = 2_000_000;
/** The most bad rows that are named; a file with more has another problem. */
const mostNamed = 20;

/** Many questions from a CSV file: says what will be taken, and which rows not, before anything is. */
export function QuestionTable({ autoFocus, onChange }: QuestionTableProps): ReactNode {
  const [read, setRead] = useState<QuestionsRead | null>(null);
  const inputId = useId();
  const take = async (file: File | undefined) => {
    const next = file ? await readFile(file) : null;
    setRead(next);
    onChange(next?.questions ?? []);
  };
  return (
    <div className={frame}>
      <label htmlFor={inputId}>CSV file</label>
      <p>Needs the columns “question” and “answer”. In Excel, save as CSV UTF-8.</p>
      <input
        id={inputId}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        autoFocus={autoFocus}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      <div role="status">{read && <Result read={read} />}</div>
    </div>
  );
}

function Result({ read: { questions, errors } }: { read: QuestionsRead }): ReactNode {
  const rest = errors.length - mostNamed;
  return (
    <>
      <strong>
        {questions.length === 0
          ? "No questions found."
          : `${describeCount(questions.length, "question")} found.`}
        {errors.length > 0 && ` ${describeCount(errors.length, "row")} skipped:`}
      </strong>
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, mostNamed).map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
          {rest > 0 && <li>And {describeCount(rest, "more row")}.</li>}
        </ul>
      )}
    </>
  );
}

async function readFile(file: File): Promise<QuestionsRead> {
  if (file.size > mostBytes) {
    return { questions: [], errors: [{ row: 1, message: "The file is larger than 2 MB. Split it." }] };
  }
  return readQuestions(decode(new Uint8Array(await file.arrayBuffer())));
}

/** Old programs for tables write Western text in windows-1252, and some UTF-16 with its mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const frame = css`
  display: grid;
  gap: 6px;
  & > label {
    font-weight: 550;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > input {
    max-width: 100%;
    min-height: 36px;
    color: var(--ph-text-2);
  }
  & > input::file-selector-button {
    min-height: 36px;
    margin-inline-end: 10px;
    padding: 0 14px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius);
    background: none;
    color: var(--ph-text);
    font: inherit;
    font-weight: 550;
    cursor: pointer;
  }
  & strong {
    font-size: var(--ph-text-s);
  }
  & ul {
    max-height: 140px;
    margin: 4px 0 0;
    padding-inline-start: 18px;
    overflow-y: auto;
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
`;
