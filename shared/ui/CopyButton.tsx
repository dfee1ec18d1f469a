import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { partWords } from "../words/parts.ts";
import { Button } from "./Button.tsx";
import { copyText } from "./copyText.ts";
import { Icon } from "./Icon.tsx";
import { check } from "./firstIconPaths.ts";
import { copy } from "./iconPaths.ts";
import { visuallyHidden } from "./style/visuallyHidden.ts";

export interface CopyButtonProps {
  text: string;
  /** Instead of "Copy", where several stand near each other: "Copy snippet". */
  label?: string;
}

/** How long the button says that it copied. */
const copiedMs = 2000;

/** Copies a text and says so, to the eye and to a screen reader. */
export function CopyButton({ text, label = partWords.copy }: CopyButtonProps): ReactNode {
  const [hasCopied, setHasCopied] = useState(false);
  useEffect(() => {
    if (!hasCopied) return;
    const timer = setTimeout(() => setHasCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [hasCopied]);
  const handleClick = async (): Promise<void> => setHasCopied(await copyText(text));
  return (
    <Button kind="quiet" size="small" icon={<Icon path={hasCopied ? check : copy} />} onClick={handleClick}>
      {hasCopied ? partWords.copied : label}
      <span role="status" className={visuallyHidden}>
        {hasCopied ? partWords.copied : ""}
      </span>
    </Button>
  );
}
