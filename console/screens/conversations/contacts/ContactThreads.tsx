import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import type { ContactPlace } from "../../../state/conversations/contacts/contacts.ts";
import { detailsPart } from "../threads/detailsPart.ts";
import { ThreadLinks } from "./ThreadLinks.tsx";

interface ContactThreadsProps {
  place: ContactPlace;
  threads: readonly Snapshot<Thread>[];
  total: number;
  /** The conversation beside which they stand. */
  threadId: string | undefined;
}

/** A person's conversations, the latest first, each a way to it. */
export function ContactThreads({ place, threads, total, threadId }: ContactThreadsProps): ReactNode {
  const others = threads.filter(({ id }) => id !== threadId);
  const title = threadId === undefined ? "Conversations" : "Other conversations";
  if (others.length === 0) return null;
  return (
    <section className={cx(detailsPart, list)} aria-label={title}>
      <h3>{title}</h3>
      <ThreadLinks place={place} threads={others} />
      {total > threads.length && (
        <p>
          The latest {threads.length} of {total}.
        </p>
      )}
    </section>
  );
}

const list = css`
  gap: 4px;
`;
