import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import type { PageEnd } from "../../shared/frame/link.ts";
import { listenForFrame } from "../../shared/frame/link.ts";
import type { FrameOptions } from "../../shared/frame/messages.ts";
import { framePermissions } from "../../shared/frame/permissions.ts";
import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { makePreviewTicket } from "../state/surfaces/surface.ts";
import type { AgentPlace } from "../state/shell/paths.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { toAddress } from "../../shared/client/basePath.ts";

export interface PreviewFrameProps {
  place: AgentPlace;
  token: string;
  configuration: PublicConfiguration;
  /** Light or dark over what the settings say. */
  scheme?: "light" | "dark";
  /** Language and direction over what the settings say. */
  options?: Pick<FrameOptions, "locale" | "dir">;
  /** How long each answer is delayed. */
  delayMs?: number;
  /** There is a launcher around it, so it has a button that closes it. */
  isClosable?: boolean;
  isOpen?: boolean;
  onClose?: () => void;
  /** The visitor wants the focus out of the frame. */
  onFocusOut?: () => void;
  /** Hears each answer of the agent once it is whole. */
  onAnswer?: (text: string) => void;
}

interface Ticket {
  ticket: string;
  expiresAt: number;
}

/** How long before its end a ticket is renewed. */
const renewBeforeMs = 60_000;
/** A frame that has not said hello by then never arrives. */
const startsWithinMs = 15_000;
const silent = new RequestError("timeout", "Its frame did not start.");
const cannotAnswer = "The preview can’t answer now.";
const asSet = { locale: "auto", dir: "auto" } as const;

/**
 * The frame that visitors get, on our own origin, connected by the frame's protocol: it is given a ticket for the draft
 * and hears every change of the settings while they are typed. Before the first ticket it is the public chat, where what
 * is said would reach the inbox: until then nobody can use it.
 */
export function PreviewFrame(props: PreviewFrameProps): ReactNode {
  const { place, token, configuration, scheme, options = asSet, delayMs = 0 } = props;
  const { isClosable = false, isOpen = true, onClose, onFocusOut, onAnswer } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<PageEnd | null>(null);
  const ticket = useRef<Ticket | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  const [isReady, setIsReady] = useState(false);
  const { orgId, agentId } = place;
  const address = toAddress(`/embed/${encodeURIComponent(token)}`);
  const shown = JSON.stringify(configuration);
  const { locale, dir } = options;

  /** Also said again when the ticket is renewed or what only `init` carries changes: the conversation stays. */
  const init = useEffectEvent(() => {
    if (!link.current || !ticket.current) return;
    const look = scheme ? { scheme } : {};
    const preview = { ...ticket.current, configuration, delayMs };
    link.current.send("init", { closable: isClosable, look, preview, options });
    if (!isOpen) link.current.send("close", {});
  });
  const hear = useEffectEvent((connected: PageEnd) => {
    connected.on("close-request", () => onClose?.());
    connected.on("focus-out", () => onFocusOut?.());
    connected.on("event", ({ name, detail }) => {
      if (name === "message:received" && detail.role === "assistant") onAnswer?.(detail.text);
    });
    connected.on("reload-request", () => {
      if (frame.current) frame.current.src = address;
    });
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;

    async function renew(): Promise<void> {
      clearTimeout(timer);
      try {
        const made = await makePreviewTicket({ orgId, agentId });
        if (!isCurrent) return;
        setError(null);
        ticket.current = made;
        init();
        setIsReady(true);
        timer = setTimeout(renew, Math.max(1000, made.expiresAt - Date.now() - renewBeforeMs));
      } catch (thrown) {
        if (isCurrent) setError(toRequestError(thrown));
      }
    }

    const late = setTimeout(() => link.current ?? setError(silent), startsWithinMs);
    const stop = listenForFrame(element, location.origin, (connected) => {
      clearTimeout(late);
      link.current?.close();
      link.current = connected;
      hear(connected);
      void renew();
    });
    // Another try after a failed ticket: the frame has said hello already.
    if (link.current) void renew();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      clearTimeout(late);
      stop();
    };
  }, [orgId, agentId, tries]);

  useEffect(() => {
    link.current?.send("update", { configuration: JSON.parse(shown) });
  }, [shown]);
  useEffect(() => void link.current?.send("look", scheme ? { scheme } : {}), [scheme]);
  useEffect(() => void link.current?.send("options", { locale, dir }), [locale, dir]);
  useEffect(() => init(), [isClosable, delayMs]);
  useEffect(() => {
    if (isOpen) link.current?.send("open", { focus: isClosable });
    else link.current?.send("close", {});
    // Only opening and closing count: another size is no opening.
  }, [isOpen]);
  useEffect(() => () => link.current?.close(), []);

  const retry = (): void => {
    if (error === silent && frame.current) frame.current.src = address;
    setError(null);
    setTries(tries + 1);
  };
  return (
    <div className={placeStyle}>
      {error && isReady && <ErrorNotice title={cannotAnswer} error={error} onRetry={retry} />}
      {error && !isReady && (
        <Notice isAlert title={cannotAnswer} action={<Button onClick={retry}>Retry</Button>}>
          {error.message}
        </Notice>
      )}
      <iframe
        ref={frame}
        src={address}
        title="Preview of the chat"
        inert={!isReady}
        hidden={error !== null && !isReady}
        allow={framePermissions}
        referrerPolicy="origin"
        className={frameStyle}
      />
    </div>
  );
}

const placeStyle = css`
  display: flex;
  flex-direction: column;
  justify-content: center;
  height: 100%;
  overflow-y: auto;
  background: var(--ph-surface);
`;
const frameStyle = css`
  flex: 1;
  min-height: 0;
  border: 0;
`;
