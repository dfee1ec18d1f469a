import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { appHeights } from "../../domain/mcpApps.ts";
import type { CardWords } from "../../words/cards.ts";
import { Button } from "../Button.tsx";
import { css } from "../style/css.ts";
import { hostApp } from "./hostApp.ts";
import type { AppActs, AppFacts } from "./hostApp.ts";

export interface AppViewProps {
  app: AppFacts & { url: string; hasBorder: boolean };
  words: CardWords;
  locale: string;
  /** What it may do for the visitor; null for the team, which only views. */
  acts: (Pick<AppActs, "callTool"> & { say(text: string): void }) | null;
}

/** What the app asks the person to confirm. */
type Asked = { text: string; settle(isAgreed: boolean): void } & ({ is: "link" } | { is: "message" });

/**
 * An app in a sandboxed frame that can only run and send messages: without origin, storage, forms or access to the page. The
 * person confirms what it wants to open or say.
 */
export function AppView({ app, words, locale, acts }: AppViewProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>(appHeights.first);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isGone, setGone] = useState(false);
  const loads = useRef(0);
  /** Set once, at its start. */
  const [first] = useState({ app, acts, locale });

  useEffect(() => {
    const element = frame.current;
    if (!element || isGone) return undefined;
    let isOpen = false;
    const ask = (is: Asked["is"], text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        if (isOpen) return reject(new Error("Another question is already open."));
        isOpen = true;
        const settle = (isAgreed: boolean): void => {
          isOpen = false;
          setAsked(null);
          if (isAgreed) resolve();
          else reject(new Error("The visitor said no."));
        };
        setAsked({ is, text, settle });
      });
    const { callTool, say } = first.acts ?? {};
    return hostApp({
      ...{ frame: element, facts: first.app, locale: first.locale },
      theme: isDark(element) ? "dark" : "light",
      acts:
        callTool && say
          ? {
              callTool,
              openLink: (url) => ask("link", url),
              say: (text) => ask("message", text).then(() => say(text)),
            }
          : null,
      onHeight: setHeight,
      onEnd: () => setGone(true),
    });
  }, [first, isGone]);

  // A second document is not from the server.
  const handleLoad = (): void => {
    loads.current += 1;
    if (loads.current > 1) setGone(true);
  };

  if (isGone) return <p role="status">{words.appClosed}</p>;
  return (
    <div className={box}>
      <iframe
        ref={frame}
        data-border={app.hasBorder || undefined}
        title={app.tool.title}
        src={app.url}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ height: `${height}px` }}
        onLoad={handleLoad}
      />
      <div role="status">
        {asked && (
          <>
            <p>{asked.is === "link" ? words.appOpens : words.appSays}</p>
            <blockquote>
              <bdi>{asked.text}</bdi>
            </blockquote>
          </>
        )}
      </div>
      {asked && (
        <div>
          {asked.is === "link" ? (
            <a href={asked.text} target="_blank" rel="noopener noreferrer" onClick={() => asked.settle(true)}>
              {words.open}
            </a>
          ) : (
            <Button kind="primary" onClick={() => asked.settle(true)}>
              {words.send}
            </Button>
          )}
          <Button onClick={() => asked.settle(false)}>{words.decline}</Button>
        </div>
      )}
    </div>
  );
}

/** The colors and sizes around it. */
function isDark(element: Element): boolean {
  return getComputedStyle(element).colorScheme.includes("dark");
}

const box = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  & > iframe {
    display: block;
    width: 100%;
    border: 0;
    border-radius: min(var(--ph-radius), 10px);
  }
  & > iframe[data-border] {
    box-sizing: content-box;
    width: calc(100% - 2px);
    border: 1px solid var(--ph-line-2);
    background: var(--ph-raised);
  }
  & > [role="status"]:empty {
    position: absolute;
  }
  & p,
  & blockquote {
    margin: 0;
  }
  & blockquote {
    max-height: 9rem;
    margin-top: 6px;
    padding: 8px 10px;
    overflow: auto;
    border-inline-start: 3px solid var(--ph-line-2);
    background: var(--ph-hover);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & > div:last-child:not([role]) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
  }
  & a {
    color: var(--ph-accent-text);
    font-weight: 600;
  }
  @media (pointer: coarse) {
    & a,
    & button {
      min-height: 44px;
      align-content: center;
    }
  }
`;
