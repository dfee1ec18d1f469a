import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import TranslateAction from "./assist/TranslateAction.tsx";
import { RemoveMessage } from "./RemoveMessage.tsx";
import type { MessagePlaceProps } from "./messagePlaceProps.ts";

/** What may be done with a message that was said to everybody. */
export function MessageAside({ message, place }: MessagePlaceProps): ReactNode {
  const { user } = useSnapshot(authentication);
  const { role, status, author } = message;
  const isOwn = role === "support" && user !== null && author?.id === user._id;
  return (
    <span className={aside}>
      <TranslateAction message={message} place={place} />
      {status !== "streaming" && (isOwn || mayDo("contacts.erase")) && (
        <RemoveMessage message={message} place={place} />
      )}
    </span>
  );
}

/** Below one another where a phone has no room beside what was said. */
const aside = css`
  display: flex;
  flex: none;
  align-self: end;
  @media (max-width: 480px) {
    flex: 1 0 min-content;
    flex-wrap: wrap;
    max-width: max-content;
  }
`;
