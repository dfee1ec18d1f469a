import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Languages } from "lucide-react";
import { hasWords } from "../../../../../shared/domain/hasWords.ts";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { assist } from "../../../../state/conversations/messages/assist.ts";
import {
  findKept,
  isSame,
  translate,
  translations,
} from "../../../../state/conversations/messages/translations.ts";
import { focusMessages } from "./focusMessages.ts";
import { helpWords } from "./helpWords.ts";
import type { MessageTranslationProps } from "./MessageTranslation.tsx";

/** The button beside a message: of a visitor's where a model can translate it, of anybody's where that was done already. */
export default function TranslateAction({ place, message }: MessageTranslationProps): ReactNode {
  const { read, threadId } = useSnapshot(assist);
  const made = useSnapshot(translations)[message.id];
  const writer = threadId === place.threadId && read ? read.writer : null;
  const kept = findKept(message);
  if (made?.content === message.content || (kept && isSame(message, kept))) return null;
  if (!kept && (message.role !== "user" || !writer || !hasWords(message.content))) return null;
  const cost = writer ? `Translate (by ${writer.label}, for ${helpWords.cost(writer.credits)})` : "";
  return (
    <IconButton
      size="small"
      label={kept ? "Show translation" : "Translate"}
      title={kept ? `Show the translation (by ${kept.model})` : cost}
      className={quiet}
      onClick={({ currentTarget }) => {
        focusMessages(currentTarget);
        void translate(place, message);
      }}
    >
      <Languages size={16} aria-hidden />
    </IconButton>
  );
}

const quiet = css`
  align-self: end;
  color: var(--ph-text-3);
`;
