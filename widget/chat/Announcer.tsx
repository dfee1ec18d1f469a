import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { answersPart } from "./answersPart.ts";
import { useIsAnswering } from "./useIsAnswering.ts";

/**
 * Says what happens to those who don't see it: that an answer is being written, then the whole of it, once. Long answers
 * come in chunks of whole sentences, which a reader can skip; what was said goes away before the next, so that nothing is
 * said twice.
 */
export function Announcer(): ReactNode {
  const { announcement, configuration, conversation } = useSnapshot(chat);
  const isAnswering = useIsAnswering();
  const { text, isUrgent } = announcement;
  const name = configuration?.settings.title ?? widgetWords.assistant;
  const [said, setSaid] = useState<string[]>([]);
  const first = useRef<typeof announcement | null>(announcement);

  // What was said of a conversation is not true of the next.
  useEffect(() => () => setSaid([]), [conversation]);
  useEffect(() => {
    if (!isAnswering) return;
    const line = [fill(widgetWords.isAnswering, { name })];
    setSaid(line);
    return () => setSaid((now) => (now === line ? [] : now));
  }, [isAnswering, name]);
  useEffect(() => {
    // What was there before this was drawn was said then, in another language perhaps.
    if (announcement === first.current) return;
    first.current = null;
    setSaid([]);
    if (isUrgent) return;
    let isCurrent = true;
    void answersPart.load().then(({ toSpeech }) => isCurrent && setSaid(toSpeech(text)));
    return () => void (isCurrent = false);
  }, [announcement, text, isUrgent]);

  return (
    <div className={visuallyHidden}>
      <div role="status">
        {said.map((sentence, at) => (
          <p key={sentence + at}>{sentence}</p>
        ))}
      </div>
      <div role="alert">{isUrgent ? text : ""}</div>
    </div>
  );
}
