import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ArrowUpRight, BookOpen } from "lucide-react";
import { toAddress } from "../../../shared/client/basePath.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { track } from "../../state/platform/analytics.ts";
import { learning, loadLearning } from "../../state/learning/learning.ts";

/** How many cards are in the row; the guide has the rest. */
const shownCards = 4;

/**
 * "Learn": cards that lead into the guide. It stands below everything else and is there once it is read; where that
 * fails the dashboard lacks nothing that somebody came for, so nothing is said.
 */
export function LearnRow(): ReactNode {
  const { data } = useSnapshot(learning);
  useEffect(() => void loadLearning(), []);
  const first = data?.[0];
  if (!data || !first) return null;
  return (
    <section className={row} aria-labelledby="learn">
      <header>
        <h2 id="learn">Learn</h2>
        <a href={toAddress(withoutAnchor(first.url))} target="_blank" rel="noopener">
          All guides
          <ArrowUpRight size={15} aria-hidden />
        </a>
      </header>
      <ul>
        {data.slice(0, shownCards).map(({ id, title, text, url }) => (
          <li key={id}>
            <a
              href={toAddress(url)}
              target="_blank"
              rel="noopener"
              onClick={() => track("learning_card_clicked", { card: id })}
            >
              <BookOpen size={17} aria-hidden />
              <strong>{title}</strong>
              <p>{text}</p>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function withoutAnchor(url: string): string {
  return url.split("#")[0] ?? url;
}

const row = css`
  display: grid;
  gap: 12px;
  margin-top: 16px;
  & > header {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 16px;
  }
  & h2 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
  & > header > a {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 28px;
    color: var(--ph-accent-text);
    font-size: var(--ph-text-s);
    font-weight: 550;
    text-decoration: none;
  }
  & > header > a:hover {
    text-decoration: underline;
  }
  & > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > ul a {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: start;
    gap: 2px 12px;
    height: 100%;
    padding: 14px 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    color: inherit;
    text-decoration: none;
  }
  & > ul a:hover {
    border-color: var(--ph-accent-text);
  }
  & svg {
    flex: none;
  }
  & > ul svg {
    grid-row: span 2;
    margin-top: 2px;
    color: var(--ph-accent-text);
  }
  & strong {
    font-weight: 600;
  }
  & p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
