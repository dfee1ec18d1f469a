import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../shared/ui/Button.tsx";
import { safeHref } from "../../shared/ui/safeHref.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** Stands where the composer will be: nothing is kept or sent before the visitor agrees. */
export function ConsentCard(): ReactNode {
  const { configuration } = useSnapshot(chat);
  const actions = useActions();
  const { consentText, consentUrl } = configuration?.settings ?? {};
  const handleAgree = (): void => {
    actions.agree();
    // The button goes away: the focus moves to what takes its place.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("footer textarea")?.focus());
  };
  return (
    <section className={card} aria-label={sayLater().agree}>
      <p dir="auto">
        {consentText || sayLater().consentNeeded}{" "}
        {consentUrl && (
          <a href={safeHref(consentUrl)} target="_blank" rel="noopener">
            {widgetWords.learnMore}
          </a>
        )}
      </p>
      <Button kind="primary" onClick={handleAgree}>
        {sayLater().agree}
      </Button>
    </section>
  );
}

const card = css`
  display: grid;
  gap: 12px;
  padding: 14px;
  border: 1px solid var(--ph-line);
  border-radius: min(var(--ph-radius), 16px);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  & > p {
    color: var(--ph-text-2);
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  @media (max-height: 420px) {
    gap: 8px 12px;
    padding: 10px 14px;
  }
  @media (max-height: 420px) and (min-width: 420px), (min-width: 560px) {
    grid-template-columns: 1fr auto;
    align-items: center;
    padding: 10px 14px;
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
