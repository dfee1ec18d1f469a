import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { css } from "../../../../shared/ui/style/css.ts";
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
    <article className={sheet}>
      <h1 dir="auto">{title}</h1>
      <p>{about}</p>
      {entries.map(({ id, head, text }) => (
        <section key={id}>
          <h2 dir="auto">{head}</h2>
          {text && <p dir="auto">{text}</p>}
        </section>
      ))}
    </article>,
    document.body,
  );
}

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
  @media print {
    display: block;
    body > :not(&) {
      display: none;
    }
    html:has(&) {
      background: Canvas;
    }
    body:has(&) {
      background: Canvas;
    }
  }
`;
