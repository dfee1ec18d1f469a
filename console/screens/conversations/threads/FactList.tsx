import { isValidElement } from "react";
import type { ReactElement, ReactNode } from "react";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { detailsPart } from "./detailsPart.ts";

/** A name and what it is: text, a value that JSON can hold, or something drawn. */
export type Fact = [name: string, value: unknown];

/** What is known, line by line; nothing where nothing is. */
export function FactList({ title, facts }: { title?: string; facts: readonly Fact[] }): ReactNode {
  if (facts.length === 0) return null;
  return (
    <section className={cx(detailsPart, list)}>
      {title && <h3>{title}</h3>}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{draw(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function draw(value: unknown): string | ReactElement {
  if (value === null || value === undefined || value === "") return "none";
  if (isValidElement(value) || typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return JSON.stringify(value);
}

const list = css`
  & dl {
    display: grid;
    gap: 10px;
    margin: 0;
  }
  & dt {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
