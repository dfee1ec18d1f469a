import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import type { Feedback } from "../../../../shared/contract/conversations/conversations.ts";
import { css } from "../../../../shared/ui/style/css.ts";

const reasons: Record<NonNullable<Feedback["reason"]>, string> = {
  wrong: "it is wrong",
  incomplete: "something is missing",
  off_topic: "it does not answer the question",
  unclear: "it is hard to understand",
  other: "another reason",
};

/** What the visitor thinks of an answer, in their own words where they gave some. */
export function FeedbackMark({ feedback }: { feedback: Snapshot<Feedback> }): ReactNode {
  const { value, reason, text } = feedback;
  const Thumb = value === 1 ? ThumbsUp : ThumbsDown;
  return (
    <div className={mark} data-bad={value === 1 ? undefined : ""}>
      <p>
        <Thumb size={13} aria-hidden />
        {value === 1 ? "Rated as good" : "Rated as not good"}
        {reason && `: ${reasons[reason]}`}
      </p>
      {text && <q dir="auto">{text}</q>}
    </div>
  );
}

const mark = css`
  display: grid;
  justify-items: end;
  gap: 2px;
  margin-block: 2px;
  color: var(--ph-success-text);
  &[data-bad] {
    color: var(--ph-danger-text);
  }
  & > p {
    display: flex;
    align-items: center;
    gap: 6px;
    font-weight: 550;
  }
  & > q {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
`;
