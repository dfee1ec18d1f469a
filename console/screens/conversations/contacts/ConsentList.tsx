import type { ReactNode } from "react";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { detailsPart } from "../threads/detailsPart.ts";
import { surfaceNames } from "../../../parts/surfaceNames.ts";
import type { ShownContact } from "../../../state/conversations/contacts/contacts.ts";

/** What a person agreed to and took back, the newest first, with what they were shown; nothing where nobody asked. */
export function ConsentList({ consent }: Pick<ShownContact, "consent">): ReactNode {
  if (consent.length === 0) return null;
  return (
    <section className={cx(detailsPart, list)} aria-label="Consent">
      <h3>Consent</h3>
      <ol>
        {consent.map(({ value, at, surface, text }, index) => (
          // The newest stands first, and nothing of it changes.
          <li key={consent.length - index}>
            <p>
              {value === "granted" ? (
                <Badge tone="success">Granted</Badge>
              ) : (
                <Badge tone="danger">Denied</Badge>
              )}
              {surfaceNames[surface] ?? surface}
            </p>
            <time dateTime={new Date(at).toISOString()}>{describeDateTime(at)}</time>
            {text !== null && <blockquote dir="auto">{text}</blockquote>}
            {text === null && value === "granted" && <small>Asked by your site</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

const list = css`
  & ol {
    display: grid;
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    gap: 3px;
    min-width: 0;
  }
  & li > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  & time,
  & small,
  & blockquote {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & blockquote {
    margin: 2px 0 0;
    padding-inline-start: 10px;
    border-inline-start: 2px solid var(--ph-line);
    overflow-wrap: anywhere;
  }
`;
