import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { toSpeech } from "./toSpeech.ts";
import { useIsAnswering } from "./useIsAnswering.ts";

/** Says what happens to those who don't see it: that an answer is being written, then the whole of it, once. */
export function Announcer(): ReactNode {
  const { announcement, configuration } = useSnapshot(chat);
  const isAnswering = useIsAnswering();
  const { text, isUrgent } = announcement;
  const name = configuration?.settings.title ?? widgetWords.assistant;
  const polite = isAnswering ? fill(widgetWords.isAnswering, { name }) : isUrgent ? "" : toSpeech(text);
  return (
    <div className={visuallyHidden}>
      <div role="status">{polite}</div>
      <div role="alert">{isUrgent ? text : ""}</div>
    </div>
  );
}
