import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { BadgeCheck } from "lucide-react";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { contactFieldNames } from "../../../../shared/domain/contactFields.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { CopyButton } from "../../../../shared/ui/CopyButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { isWaiting } from "../../../state/conversations/threads/threads.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import { live } from "../../../state/platform/live.ts";
import type { describeEvent } from "./describeEvent.ts";
import { describeResolution } from "./describeResolution.ts";
import { statusNames } from "../inbox/choiceNames.ts";
import { surfaceNames } from "../../../parts/surfaceNames.ts";
import type { ThreadDialogName } from "./ThreadDialogs.tsx";
import { ContactLinks } from "../contacts/ContactLinks.tsx";
import { ThreadFields } from "../inbox/fields/ThreadFields.tsx";
import { ThreadProperties } from "./ThreadProperties.tsx";
import { FactList } from "./FactList.tsx";
import type { Fact } from "./FactList.tsx";
import { RatingMark } from "./RatingMark.tsx";
import { useIsHere } from "../visitors/useIsHere.ts";
import { campaignFacts, visitFacts } from "../visitors/visitFacts.tsx";
import { ContactPanel } from "../contacts/ContactPanel.tsx";
import { SummaryPanel } from "../messages/assist/SummaryPanel.tsx";
import { TranslateThread } from "../messages/assist/TranslateThread.tsx";
import { SourcesUsed } from "../answers/SourcesUsed.tsx";

interface ThreadDetailsProps {
  place: ThreadPlace;
  thread: ShownThread;
  onAsk: (name: ThreadDialogName) => void;
  describe: typeof describeEvent;
}

/** What is known of the visitor and of the conversation. */
export default function ThreadDetails({ place, thread, onAsk, describe }: ThreadDetailsProps): ReactNode {
  const { contact, context } = thread;
  const { orgId, agentId } = place;
  const { name, verified, attributes } = contact;
  const { isLive } = useSnapshot(live);
  const isHere = useIsHere(contact.id);
  // Without live events nobody can say who is not there.
  const isThere: Fact[] = isLive ? [["Visitor", isHere ? "Here now" : "Offline"]] : [];
  return (
    <aside className={frame} aria-label="Details">
      <div>
        <Avatar name={name} size={44} />
        <strong>{name}</strong>
        <ContactLinks contact={contact} />
        <p data-verified={verified ? "" : undefined}>
          {verified && <BadgeCheck size={15} aria-hidden />}
          {describeWho(thread)}
        </p>
      </div>
      {mayDo("conversations.reply") && <ThreadProperties place={place} thread={thread} onAsk={onAsk} />}
      {mayDo("conversations.reply") && (
        <ThreadFields key={`fields ${thread.id}`} place={place} thread={thread} />
      )}
      <FactList facts={[...isThere, ...factsOf(thread)]} />
      <FactList title="Campaign" facts={campaignFacts(thread)} />
      {/* Below what is known at once: these load, and would push it down. */}
      {mayDo("conversations.reply") && (
        <>
          <SummaryPanel key={thread.id} place={place} describe={describe} />
          <TranslateThread key={`translation ${thread.id}`} place={place} />
        </>
      )}
      {!thread.preview && (
        <ContactPanel
          place={{ orgId, agentId, contactId: contact.id }}
          threadId={thread.id}
          changedAt={thread.lastActivityAt}
        />
      )}
      <SourcesUsed place={place} />
      <FactList title="Attributes" facts={Object.entries(attributes)} />
      <FactList title="Page context" facts={Object.entries(context ?? {})} />
      <CopyButton text={location.href} label="Copy link" />
    </aside>
  );
}

/** An unsigned visitor may be anybody: their details are only claims. */
function describeWho({ contact }: ShownThread): string {
  if (contact.verified) return "Verified by your site";
  const saysSomething =
    contactFieldNames.some((field) => contact[field] !== null) || Object.keys(contact.attributes).length > 0;
  return saysSomething ? "Not verified: from the visitor" : "Anonymous visitor";
}

function factsOf(thread: ShownThread): Fact[] {
  const { surface, createdAt, lastActivityAt, handledBy, assignee, status, rating } = thread;
  const { snoozedUntil, waitingSince, replyDueAt, firstReplyAt, resolution } = thread;
  const answers = assignee?.name ?? "No one yet";
  return [
    ...visitFacts(thread),
    ["Status", statusNames[status]],
    ...(snoozedUntil === null ? [] : [["Comes back", describeDateTime(snoozedUntil)] satisfies Fact]),
    // Below the messages it says that the visitor waits for a person.
    ...(waitingSince === null || isWaiting(thread)
      ? []
      : [["Waiting since", describeDateTime(waitingSince)] satisfies Fact]),
    ...(replyDueAt === null ? [] : [["Reply due", describeDateTime(replyDueAt)] satisfies Fact]),
    ...(firstReplyAt === null ? [] : [["First reply", describeDateTime(firstReplyAt)] satisfies Fact]),
    ...(rating ? [["Rating", <RatingMark key="rating" rating={rating} />] satisfies Fact] : []),
    ...(resolution ? [["Outcome", describeResolution(resolution)] satisfies Fact] : []),
    ["Answered by", handledBy === "ai" ? "The agent" : answers],
    ["Surface", surfaceNames[surface] ?? surface],
    ["Started", describeDateTime(createdAt)],
    ["Last activity", describeDateTime(lastActivityAt)],
  ];
}

const frame = css`
  position: relative;
  min-height: 0;
  padding: 20px 16px;
  overflow-y: auto;
  border-inline-start: 1px solid var(--ph-line);
  & > div {
    display: grid;
    justify-items: center;
    gap: 2px;
    padding-bottom: 18px;
    text-align: center;
  }
  & > div > strong {
    margin-top: 8px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > div > a {
    max-width: 100%;
    overflow-wrap: anywhere;
  }
  & p {
    display: flex;
    align-items: center;
    gap: 5px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & p[data-verified] {
    color: var(--ph-success-text);
    font-weight: 550;
  }
  & > button {
    width: 100%;
  }
`;
