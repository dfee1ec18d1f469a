import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { back } from "../../shared/ui/iconPaths.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { useActions } from "./actions.ts";

/** The list takes the focus by its title: a screen reader then says where the visitor is. */
export function HistoryTitle(): ReactNode {
  const actions = useActions();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <IconButton label={widgetWords.back} size="small" onClick={() => actions.showChat()} data-turns="">
        <Icon path={back} />
      </IconButton>
      <div data-name="">
        <h1 ref={title} tabIndex={-1}>
          {widgetWords.history}
        </h1>
      </div>
    </>
  );
}
