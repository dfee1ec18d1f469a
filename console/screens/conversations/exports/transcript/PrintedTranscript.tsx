import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { AnswerText } from "../../../../../shared/ui/AnswerText.tsx";
import type { Citation } from "../../../../../shared/ui/citation.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { describeReference } from "./writeTranscript.ts";
import type { Transcript } from "./writeTranscript.ts";

interface PrintedTranscriptProps {
  transcript: Transcript;
  onPrinted: () => void;
}

/** Has the browser print a conversation, and nothing else of the page: on the screen it is not seen. */
export function PrintedTranscript({ transcript, onPrinted }: PrintedTranscriptProps): ReactNode {
  const { title, about, entries } = transcript;
  const end = useEffectEvent(onPrinted);
  useEffect(() => {
    const handlePrinted = () => end();
    addEventListener("afterprint", handlePrinted);
    print();
    return () => removeEventListener("afterprint", handlePrinted);
  }, []);
  return createPortal(
    <article className={sheet} data-ph-scheme="light">
      <h1 dir="auto">{title}</h1>
      <p>{about}</p>
      {entries.map(({ id, head, text, isMarkdown, references, translations }) => (
        <section key={id}>
          <h2 dir="auto">{head}</h2>
          {text && (isMarkdown ? <AnswerText text={text} citations={none} /> : <p dir="auto">{text}</p>)}
          {references.length > 0 && <p dir="auto">{references.map(describeReference).join("\n")}</p>}
          {translations.map((one) => (
            <blockquote key={one.head}>
              <em>{one.head}</em>
              {isMarkdown ? <AnswerText text={one.text} citations={none} /> : <p dir="auto">{one.text}</p>}
            </blockquote>
          ))}
        </section>
      ))}
    </article>,
    document.body,
  );
}

/** What is cited stands below each answer. */
const none: readonly Citation[] = [];

/** Paper is white in the dark theme, too. */
const sheet = css`
  display: none;
  color-scheme: light;
  background: Canvas;
  color: CanvasText;
  & h1 {
    font-size: 16pt;
  }
  & h2 {
    margin-top: 10pt;
    font-size: 10pt;
    font-weight: 600;
    break-after: avoid;
  }
  & p {
    font-size: 10pt;
    white-space: pre-line;
    overflow-wrap: anywhere;
    orphans: 2;
    widows: 2;
  }
  & section {
    font-size: 10pt;
  }
  /* Nobody presses on paper. */
  & button {
    display: none;
  }
  @media print {
    display: block;
    body > :not(&) {
      display: none;
    }
    html:has(&) {
      color-scheme: light;
      background: Canvas;
    }
    body:has(&) {
      color-scheme: light;
      background: Canvas;
    }
  }
`;
