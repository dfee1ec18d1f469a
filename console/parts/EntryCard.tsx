import type { FormEvent, ReactNode } from "react";
import type { RequestError } from "../../shared/client/requestError.ts";
import { css, cx } from "../../shared/ui/style/css.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { useWrongField } from "./useWrongField.ts";

interface EntryCardProps {
  title: string;
  subtitle?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** The card in the middle of the pages before the console: signing in, choosing, setting up. */
export function EntryCard({ title, subtitle, isWide, children }: EntryCardProps): ReactNode {
  return (
    <section className={cx(card, isWide && wide)}>
      <header>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </header>
      {children}
    </section>
  );
}

interface EntryFormProps {
  onSubmit: () => void;
  error: RequestError | null;
  children: ReactNode;
}

/**
 * A form of such a card: one column, sent by Enter, checked by the server. What is wrong with a field is at it, and the
 * first such field gets the focus; what is wrong otherwise is on top.
 */
export function EntryForm({ onSubmit, error, children }: EntryFormProps): ReactNode {
  const element = useWrongField(error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={element} className={form} onSubmit={handleSubmit} noValidate>
      {error && error.fields.length === 0 && <ErrorNotice error={error} />}
      {children}
    </form>
  );
}

/** Two fields side by side where there is room. */
export const pair = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 16px;
`;

/** A link that belongs to the field above it. */
export const fieldLink = css`
  justify-self: start;
  margin-top: -8px;
  padding-block: 4px;
  font-size: var(--ph-text-s);
`;

const card = css`
  display: grid;
  gap: 24px;
  width: 100%;
  max-width: 432px;
  padding: 32px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-l);
  background: var(--ph-surface);
  box-shadow: var(--ph-shadow-2);
  & > header {
    display: grid;
    gap: 6px;
  }
  & h1 {
    font-size: 1.375rem;
    font-weight: 620;
    line-height: 1.25;
    letter-spacing: -0.015em;
  }
  & > header > p {
    color: var(--ph-text-2);
  }
  @media (max-width: 480px) {
    padding: 24px 20px;
  }
`;
const wide = css`
  max-width: 560px;
`;
const form = css`
  display: grid;
  gap: 18px;
  & > button[type="submit"] {
    margin-top: 4px;
  }
`;
