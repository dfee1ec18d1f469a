import { withoutCitations } from "../../shared/domain/citations.ts";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { copyText } from "../../shared/ui/copyText.ts";
import { Icon } from "../../shared/ui/Icon.tsx";
import { check } from "../../shared/ui/firstIconPaths.ts";
import { copy } from "../../shared/ui/iconPaths.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { partWords } from "../../shared/words/parts.ts";
import { actionStyle } from "./actionStyle.ts";

/** How long the button says that it copied. */
const copiedMs = 2000;

/** Copies an answer, without the numbers of its sources. */
export function CopyAnswer({ text, hides }: { text: string; hides: "" | undefined }): ReactNode {
  const [hasCopied, setHasCopied] = useState(false);
  useEffect(() => {
    if (!hasCopied) return;
    const timer = setTimeout(() => setHasCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [hasCopied]);
  const handleClick = async (): Promise<void> => setHasCopied(await copyText(withoutCitations(text)));
  return (
    <>
      <button
        type="button"
        className={actionStyle}
        data-hides={hides}
        aria-label={partWords.copy}
        title={partWords.copy}
        onClick={() => void handleClick()}
      >
        <Icon path={hasCopied ? check : copy} />
      </button>
      <span role="status" className={visuallyHidden}>
        {hasCopied ? partWords.copied : ""}
      </span>
    </>
  );
}
