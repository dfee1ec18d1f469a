import { useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Feedback, Message } from "../../shared/contract/conversations/conversations.ts";
import { Icon } from "../../shared/ui/Icon.tsx";
import { thumbDown, thumbUp } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";
import { useActions } from "./actions.ts";
import { actionStyle } from "./actionStyle.ts";
import { useConfiguration } from "./configuration.ts";
import { CopyAnswer } from "./CopyAnswer.tsx";
import { createLater } from "./later.ts";

const card = createLater(() => import("./FeedbackCard.tsx").then(({ FeedbackCard }) => FeedbackCard));

export interface AnswerActionsProps {
  message: Snapshot<Message>;
  /** Empty where it stands above the answer. */
  time: string;
  isLast: boolean;
}

/** What one may do with an answer: copy it, say that it was good, or say what was wrong. */
export function AnswerActions({ message, time, isLast }: AnswerActionsProps): ReactNode {
  const { id, content, feedback, status } = message;
  const configuration = useConfiguration();
  const actions = useActions();
  const bad = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [hasThanked, setHasThanked] = useState(false);
  const Card = card.usePart(isAsking);
  const hides = isLast ? undefined : "";

  const rate = (value: Feedback["value"]): void => {
    const isTakenBack = feedback?.value === value;
    // A bad rating counts immediately, also where nobody says why.
    actions.rate(id, isTakenBack ? null : { value, reason: null, text: "" });
    setIsAsking(!isTakenBack && value === -1);
    setHasThanked(!isTakenBack && value === 1);
  };
  const close = (given?: Feedback): void => {
    if (given) actions.rate(id, given);
    setIsAsking(false);
    setHasThanked(given !== undefined);
    bad.current?.focus();
  };
  const thumb = (value: Feedback["value"], label: string, path: string): ReactNode => {
    const isPressed = feedback?.value === value;
    return (
      <button
        ref={value === -1 ? bad : undefined}
        type="button"
        className={actionStyle}
        data-hides={hides}
        aria-pressed={isPressed}
        aria-expanded={value === -1 ? isAsking : undefined}
        aria-label={label}
        title={label}
        onClick={() => rate(value)}
      >
        <Icon path={path} isFilled={isPressed} />
      </button>
    );
  };

  return (
    <>
      <div className={row}>
        <CopyAnswer text={content} hides={hides} />
        {configuration?.settings.hasFeedback && status === "sent" && (
          <>
            {thumb(1, widgetWords.goodAnswer, thumbUp)}
            {thumb(-1, widgetWords.badAnswer, thumbDown)}
          </>
        )}
        <span role="status">{hasThanked ? sayLater().thanks : ""}</span>
        {!hasThanked && time && (
          <time className={actionStyle} data-hides="" dir="auto" aria-hidden="true">
            {time}
          </time>
        )}
      </div>
      {isAsking && Card && <Card onClose={close} />}
    </>
  );
}

const row = css`
  display: flex;
  align-items: center;
  gap: 2px;
  margin-inline-start: 2px;
  & > [role="status"]:not(:empty) {
    padding-inline: 6px;
  }
  & > time {
    width: auto;
    padding-inline: 6px;
    background: none;
    font-size: var(--ph-text-xs);
    cursor: default;
  }
  & > [aria-pressed="true"] path {
    fill-opacity: 0.22;
  }
  @media (pointer: coarse) {
    margin-inline-start: -6px;
    margin-block: -4px -6px;
  }
`;
