import { Suspense } from "react";
import { MessageCircleQuestion } from "lucide-react";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { describeCount } from "../../../../parts/describeNumber.ts";
import { NameField } from "../../NameField.tsx";
import type { KindScreen } from "../kind.ts";
import type { QuestionsDraft } from "./questionsDraft.ts";
import { QuestionFields, QuestionList } from "../kindFields.ts";

export const qa: KindScreen<"qa", QuestionsDraft> = {
  icon: MessageCircleQuestion,
  addLabel: "Add Q&A",
  blank: () => ({ kind: "qa", name: "", question: "", answer: "", more: [] }),
  open: ({ questions }, name) => ({ kind: "qa", name, question: "", answer: "", more: questions }),
  read: (draft) => ({ name: draft.name.trim(), config: { kind: "qa", questions: readTyped(draft) } }),
  // Its questions are changed one by one: those that came meanwhile stay when it is renamed.
  keep: (draft, { questions }) => ({ ...draft, more: questions }),
  Fields: ({ draft, error, isEdit, autoFocus, onChange }) =>
    isEdit ? (
      <NameField draft={draft} error={error} isEdit autoFocus={autoFocus} onChange={onChange} />
    ) : (
      <>
        <Suspense fallback={<Skeleton height="240px" />}>
          <QuestionFields draft={draft} error={error} autoFocus={autoFocus} onChange={onChange} />
        </Suspense>
        <NameField draft={draft} error={error} onChange={onChange} />
      </>
    ),
  errorFields: ["0.question", "0.answer", "data.name"],
  describe: ({ questions }) => describeCount(questions.length, "question"),
  part: {
    label: "Questions",
    hidesPages: true,
    List: ({ source, config, place, mayChange }) => (
      <QuestionList questions={config.questions} name={source.name} place={place} mayChange={mayChange} />
    ),
  },
};

/** What is typed comes first; nothing typed beside a table is nothing. */
function readTyped({ question, answer, more }: QuestionsDraft) {
  const isEmpty = question.trim() === "" && answer.trim() === "";
  const all = isEmpty && more.length > 0 ? more : [{ question, answer }, ...more];
  return all.map((one) => ({ id: "", ...one }));
}
