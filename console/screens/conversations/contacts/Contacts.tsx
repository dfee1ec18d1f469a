import type { ReactNode } from "react";
import { useParams } from "wouter";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { ContactList } from "./ContactList.tsx";
import { ContactView } from "./ContactView.tsx";

/** The people who wrote to an agent: the list, or one of them. */
export default function Contacts(): ReactNode {
  const { contactId } = useParams();
  return (
    <AgentScreen>
      {(_, place) =>
        contactId ? (
          <ContactView key={contactId} place={{ ...place, contactId }} />
        ) : (
          <ContactList place={place} />
        )
      }
    </AgentScreen>
  );
}
