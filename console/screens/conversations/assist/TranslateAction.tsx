import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Languages } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { assist } from "../../../state/assist.ts";
import { translate, translations } from "../../../state/translations.ts";
import { helpWords } from "./helpWords.ts";
import type { MessageTranslationProps } from "./MessageTranslation.tsx";

/** The button beside a visitor's message; not there where no model can do it, or it is done. */
export default function TranslateAction({ place, message }: MessageTranslationProps): ReactNode {
  const { id, content } = message;
  const { read, threadId } = useSnapshot(assist);
  const made = useSnapshot(translations)[id];
  const writer = threadId === place.threadId && read ? read.writer : null;
  if (!writer || content.trim() === "" || made?.content === content) return null;
  return (
    <IconButton
      size="small"
      label="Translate"
      title={`Translate (by ${writer.label}, for ${helpWords.cost(writer.credits)})`}
      className={quiet}
      onClick={() => void translate(place, { id, content })}
    >
      <Languages size={16} aria-hidden />
    </IconButton>
  );
}

const quiet = css`
  align-self: end;
  color: var(--ph-text-3);
`;
