import type { ComponentProps, ReactNode } from "react";
import { MessageBubble } from "../../../../shared/ui/MessageBubble.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** A person's reply: on a calm ground, because its Markdown is drawn as the visitor sees it, links and code and all. */
export function TeamBubble(props: Omit<ComponentProps<typeof MessageBubble>, "side">): ReactNode {
  return (
    <div className={bubble}>
      <MessageBubble {...props} side="own" />
    </div>
  );
}

const bubble = css`
  & [data-bubble] {
    border: 1px solid color-mix(in srgb, var(--ph-accent-text) 24%, transparent);
    background: var(--ph-accent-soft);
    color: var(--ph-text);
    white-space: normal;
  }
`;
