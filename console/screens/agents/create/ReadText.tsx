import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";

interface ReadTextProps {
  /** What it is, such as "212 characters of instructions". */
  name: string;
  texts: readonly { title?: string; text: string }[];
}

/** Texts of somebody else's to be read before they are taken: as they are written, never as markup. */
export function ReadText({ name, texts }: ReadTextProps): ReactNode {
  return (
    <details className={frame}>
      <summary>{name}</summary>
      {texts.map(({ title, text }, index) => (
        <section key={index}>
          {title && <strong dir="auto">{title}</strong>}
          <p dir="auto">{text}</p>
        </section>
      ))}
    </details>
  );
}

const frame = css`
  & > summary {
    width: fit-content;
    min-height: 24px;
    border-radius: var(--ph-radius-s);
    cursor: pointer;
  }
  & > section {
    margin-block: 6px;
    padding: 10px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    overflow-wrap: anywhere;
  }
  & strong {
    display: block;
    font-weight: 600;
  }
  & p {
    white-space: pre-wrap;
  }
  @media (pointer: coarse) {
    & > summary {
      min-height: 44px;
      align-content: center;
    }
  }
`;
