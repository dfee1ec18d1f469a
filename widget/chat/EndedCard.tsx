import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { newChat } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";
import { focusComposer } from "../session/focusComposer.ts";
import { useActions } from "./actions.ts";
import { useOwnConfiguration } from "./configuration.ts";
import { RatingForm } from "./RatingForm.tsx";

export interface EndedCardProps {
  /** When it is first drawn: the visitor was in the composer, so the focus moves to what takes its place. */
  takesFocus: boolean;
  /** The visitor would rather take this conversation up again. */
  onWriteOn(): void;
}

/** Stands where the composer was once a conversation has ended: the next step is another one, or this one again. */
export function EndedCard({ takesFocus, onWriteOn }: EndedCardProps): ReactNode {
  const actions = useActions();
  const hasFeedback = useOwnConfiguration()?.settings.hasFeedback;
  const card = useRef<HTMLElement>(null);
  const wasInComposer = useRef(takesFocus);
  useLayoutEffect(() => {
    if (wasInComposer.current) card.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  const handleWriteOn = (): void => {
    onWriteOn();
    focusComposer();
  };
  return (
    <section ref={card} className={style} aria-label={sayLater().hasEnded}>
      <p>{sayLater().hasEnded}</p>
      <div>
        <Button kind="primary" icon={<Icon path={newChat} />} onClick={() => actions.startNew()}>
          {widgetWords.newConversation}
        </Button>
        <Button kind="quiet" onClick={handleWriteOn}>
          {sayLater().writeOn}
        </Button>
      </div>
      {hasFeedback && <RatingForm />}
    </section>
  );
}

const style = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 12px;
  padding: 12px 14px;
  border: 1px solid var(--ph-line);
  border-radius: min(var(--ph-radius), 16px);
  background: var(--ph-raised);
  & > p {
    color: var(--ph-text-2);
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  & > div > button {
    flex: 1 0 auto;
    padding-inline: 12px;
  }
  & > form {
    flex: 1 0 100%;
    padding-top: 8px;
    border-top: 1px solid var(--ph-line);
  }
  @media (max-height: 420px) {
    padding-block: 8px;
  }
  @media (pointer: coarse) {
    & button {
      min-height: 44px;
    }
  }
`;
