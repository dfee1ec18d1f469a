import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MessageCirclePlus } from "lucide-react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeDate, describeDateTime } from "../../../parts/describeMoment.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { contact, loadContact } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactPlace, ShownContact } from "../../../state/conversations/contacts/contacts.ts";
import { watchContact } from "../../../state/conversations/contacts/contactsWatch.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { FactList } from "../threads/FactList.tsx";
import type { Fact } from "../threads/FactList.tsx";
import { AlsoKnownTo } from "./AlsoKnownTo.tsx";
import { ConsentList } from "./ConsentList.tsx";
import { ContactMenu } from "./ContactMenu.tsx";
import { ContactNotes } from "./ContactNotes.tsx";
import { ContactThreads } from "./ContactThreads.tsx";
import { MergedWith } from "./MergedWith.tsx";
import type { ContactDialogName } from "./contactDialogProps.ts";
import { ContactDialogs } from "./overlays.ts";

/** How often it is looked how far erasing has come. */
const lookEveryMs = 2000;

interface ContactPanelProps {
  place: ContactPlace;
  /** The conversation beside which it stands. */
  threadId?: string;
  /** When the conversation last changed: the person may have changed with it. */
  changedAt?: number;
}

/** What is known of a person beside the conversation: notes, other conversations, who they were merged with. */
export function ContactPanel({ place, threadId, changedAt }: ContactPanelProps): ReactNode {
  const resource = useSnapshot(contact);
  const [asked, setAsked] = useState<ContactDialogName | null>(null);
  const { orgId, agentId, contactId } = place;
  useEffect(() => void loadContact({ orgId, agentId, contactId }), [orgId, agentId, contactId, changedAt]);
  useEffect(
    () => watchContact({ orgId, agentId, contactId }, threadId),
    [orgId, agentId, contactId, threadId],
  );
  const isErasing = resource.data?.detail.eraseAskedAt != null && resource.status !== "failed";
  useEffect(() => {
    if (!isErasing) return;
    const timer = setInterval(() => void loadContact({ orgId, agentId, contactId }), lookEveryMs);
    return () => clearInterval(timer);
  }, [isErasing, orgId, agentId, contactId]);
  const isTheirs = resource.data === null || resource.data.of === contactId;
  return (
    <Loaded
      resource={isTheirs ? resource : { status: "loading", data: null, error: null }}
      needs="conversations.read"
      onRetry={() => void loadContact(place)}
      skeleton={<Skeleton height="120px" />}
    >
      {({ detail, threads, total }) => (
        <>
          <section className={head} aria-label="Visitor">
            <ContactState contact={detail} />
            {mayDo("conversations.reply") && detail.eraseAskedAt === null && (
              <>
                <Button
                  size="small"
                  icon={<MessageCirclePlus size={16} aria-hidden />}
                  onClick={() => setAsked("start")}
                >
                  Start a conversation
                </Button>
                <span>
                  <Button size="small" onClick={() => setAsked("edit")}>
                    Edit visitor
                  </Button>
                  <ContactMenu contact={detail} onAsk={setAsked} />
                </span>
              </>
            )}
          </section>
          <FactList facts={factsOf(detail)} />
          <ConsentList consent={detail.consent} />
          <ContactNotes
            key={contactId}
            place={place}
            notes={detail.notes}
            isReadOnly={detail.eraseAskedAt !== null}
          />
          <ContactThreads place={place} threads={threads} total={total} threadId={threadId} />
          {detail.verified && <AlsoKnownTo place={place} />}
          <MergedWith place={place} merges={detail.merges} />
          {asked && (
            <Suspense fallback={null}>
              <ContactDialogs name={asked} place={place} contact={detail} onClose={() => setAsked(null)} />
            </Suspense>
          )}
        </>
      )}
    </Loaded>
  );
}

function factsOf({ externalId, otherIds, firstSeenAt, lastSeenAt }: ShownContact): Fact[] {
  return [
    ...(externalId === null ? [] : [["Your site’s ID", externalId] satisfies Fact]),
    ...(otherIds.length === 0 ? [] : [["Also known as", otherIds.join(", ")] satisfies Fact]),
    ["First seen", describeDateTime(firstSeenAt)],
    ["Last seen", describeDateTime(lastSeenAt)],
  ];
}

function ContactState({
  contact: { blockedAt, eraseAskedAt, conversations },
}: {
  contact: ShownContact;
}): ReactNode {
  if (eraseAskedAt !== null) {
    return (
      <p role="status">
        <Badge tone="danger">Being erased</Badge> Conversations left: {conversations}
      </p>
    );
  }
  if (blockedAt === null) return null;
  return (
    <p>
      <Badge tone="danger">Blocked</Badge> since {describeDate(blockedAt)}
    </p>
  );
}

/** Buttons below each other beside a conversation, and beside each other on a page of their own. */
const head = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr));
  align-items: center;
  gap: 8px;
  max-width: 560px;
  margin-bottom: 16px;
  & > p {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > span {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & > span > button {
    flex: 1;
  }
`;
