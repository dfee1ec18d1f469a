import type { ReactNode } from "react";
import { Search, Users } from "lucide-react";
import type { ContactFilter } from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { noContactFilters } from "./contactFilters.ts";

interface Sentence {
  title: string;
  text: string;
}

/** Says that nobody is in the list, and why by each thing that it can be narrowed by. */
export function ContactsEmpty({ filter }: { filter: ContactFilter }): ReactNode {
  const query = useQuery();
  const set = Object.keys(filter).length;
  if (set === 0) {
    return (
      <EmptyState title="Nobody has written yet" icon={<Users size={20} aria-hidden />}>
        Whoever writes to this agent stands here from their first message on.
      </EmptyState>
    );
  }
  const { title, text } = set === 1 ? sentenceOf(filter) : several;
  return (
    <EmptyState
      title={title}
      icon={<Search size={20} aria-hidden />}
      action={<Button onClick={() => query.set(noContactFilters)}>Show everybody</Button>}
    >
      {text}
    </EmptyState>
  );
}

const several: Sentence = {
  title: "Nobody is all of this",
  text: "Each filter lets somebody through only together with the others. Take one out to see more.",
};

function sentenceOf({ identity, consent, since, blocked }: ContactFilter): Sentence {
  if (identity) return ofIdentity[identity];
  if (consent) return ofConsent[consent];
  if (blocked) {
    return {
      title: "Nobody is blocked",
      text: "Whom your team blocks stands here until somebody unblocks them.",
    };
  }
  if (since !== undefined) {
    return { title: "No conversation since then", text: "Nobody’s conversations went on since that day." };
  }
  return {
    title: "Nobody is found by this",
    text: "Every word has to stand in the name, the e-mail address, your site’s ID or an attribute.",
  };
}

const ofIdentity: Record<NonNullable<ContactFilter["identity"]>, Sentence> = {
  verified: {
    title: "Nobody is verified",
    text: "Whom your site signs in to the chat stands here. How to sign is shown where the widget is set up.",
  },
  address: {
    title: "Nobody left an address",
    text: "Who leaves an e-mail address, and is not signed in by your site, stands here.",
  },
  anonymous: {
    title: "Nobody is anonymous",
    text: "Everybody left an address, or was signed in by your site.",
  },
};

const ofConsent: Record<NonNullable<ContactFilter["consent"]>, Sentence> = {
  granted: { title: "Nobody agreed", text: "Who agrees to what the chat or your page asks stands here." },
  denied: { title: "Nobody said no", text: "Who says no, or takes back what they agreed to, stands here." },
  none: { title: "Everybody was asked", text: "Who was never asked for their consent stands here." },
};
