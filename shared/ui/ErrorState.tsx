import type { ReactNode } from "react";
import { partWords } from "../words/parts.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { alert } from "./firstIconPaths.ts";
import { Notice } from "./Notice.tsx";

export interface ErrorStateProps {
  message: string;
  /** Resets what failed. */
  onRetry(): void;
}

/** "Fallback error screen titled 'Something went wrong.' with the message and 'Try Again'" (specification 2). */
export function ErrorState({ message, onRetry }: ErrorStateProps): ReactNode {
  return (
    <Notice
      isAlert
      title={partWords.wentWrong}
      icon={<Icon path={alert} />}
      action={<Button onClick={onRetry}>{partWords.tryAgain}</Button>}
    >
      {message}
    </Notice>
  );
}
