import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { MessageBubble } from "../../shared/ui/MessageBubble.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";

/** Something that happened in the conversation; what nobody knows here is left out. */
export function EventLine({ message }: { message: Snapshot<Message> }): ReactNode {
  const sentences = describe();
  const sentence = Object.hasOwn(sentences, message.content) ? sentences[message.content] : undefined;
  if (!sentence) return null;
  const author = message.author?.name ?? widgetWords.support;
  return (
    <div className={event}>
      <MessageBubble author={author} side="event">
        {fill(sentence, { name: author })}
      </MessageBubble>
    </div>
  );
}

function describe(): Record<string, string | undefined> {
  const { joined, handedBack, resolved, personRequested, personLeft, ended, messageRemoved } = widgetWords;
  return { joined, handedBack, resolved, personRequested, personLeft, ended, messageRemoved };
}

const event = css`
  padding-block: 2px;
`;
