import type { ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { alert } from "../../shared/ui/firstIconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import type { ChatState } from "../session/state.ts";

/** Why there is no chat here. Visitors see it in a bare frame only: where a launcher stands, it steps aside. */
export function Unavailable({ reason }: { reason: NonNullable<ChatState["unavailable"]> }): ReactNode {
  return (
    <main className={screen}>
      <Icon path={alert} size={2} />
      <h1>{widgetWords.unavailableTitle}</h1>
      <p>{sentences[reason]()}</p>
    </main>
  );
}

const sentences = {
  bad_token: () => widgetWords.unavailableBadToken,
  origin_not_allowed: () => widgetWords.unavailableOrigin,
  disabled: () => widgetWords.unavailableDisabled,
  // What it is about is between the owner and the installation.
  plan_limit: () => widgetWords.unavailableDisabled,
  server: () => widgetWords.unavailableServer,
};

const screen = css`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 8px;
  min-height: 100dvh;
  padding: 24px;
  text-align: center;
  color: var(--ph-text-3);
  & > h1 {
    color: var(--ph-text);
    font-size: var(--ph-text-l);
    font-weight: 600;
  }
  & > p {
    max-width: 36ch;
    text-wrap: balance;
  }
`;
