import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { PublicConfiguration } from "../../shared/contract/surfaces.ts";
import type { PageEnd } from "../../shared/frame/link.ts";
import { listenForFrame } from "../../shared/frame/link.ts";
import { framePermissions } from "../../shared/frame/snippet.ts";
import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { makePreviewTicket } from "../state/surface.ts";
import type { AgentPlace } from "../state/paths.ts";
import { css } from "../../shared/ui/style/css.ts";

interface PreviewFrameProps {
  place: AgentPlace;
  token: string;
  configuration: PublicConfiguration;
  /** Light or dark over what the settings say. */
  scheme: "light" | "dark" | undefined;
}

/** A ticket is renewed so long before it ends. */
const renewBeforeMs = 60_000;
/** A frame that has not said hello by then does not come any more. */
const startsWithinMs = 15_000;
const silent = new RequestError("timeout", "Its frame did not start. Reset it, or reload the page.");

/**
 * The frame that visitors get, on our own origin, connected by the frame's protocol: it is given a ticket for the draft
 * and hears every change of the settings while they are typed.
 */
export function PreviewFrame({ place, token, configuration, scheme }: PreviewFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<PageEnd | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  const { orgId, agentId } = place;
  const shown = JSON.stringify(configuration);

  const init = useEffectEvent((ticket: { ticket: string; expiresAt: number }) => {
    const look = scheme ? { scheme } : {};
    link.current?.send("init", { closable: false, look, preview: { ...ticket, configuration } });
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;

    async function renew(): Promise<void> {
      clearTimeout(timer);
      try {
        const ticket = await makePreviewTicket({ orgId, agentId });
        if (!isCurrent) return;
        setError(null);
        init(ticket);
        timer = setTimeout(renew, Math.max(1000, ticket.expiresAt - Date.now() - renewBeforeMs));
      } catch (thrown) {
        if (isCurrent) setError(toRequestError(thrown));
      }
    }

    const late = setTimeout(() => link.current ?? setError(silent), startsWithinMs);
    const stop = listenForFrame(element, location.origin, (connected) => {
      clearTimeout(late);
      link.current?.close();
      link.current = connected;
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
  useEffect(() => () => link.current?.close(), []);

  return (
    <>
      {error && (
        <ErrorNotice
          title="The preview can’t answer now."
          error={error}
          onRetry={error === silent ? undefined : () => setTries(tries + 1)}
        />
      )}
      <iframe
        ref={frame}
        src={`/embed/${encodeURIComponent(token)}`}
        title="Preview of the chat"
        allow={framePermissions}
        referrerPolicy="origin"
        className={frameStyle}
      />
    </>
  );
}

const frameStyle = css`
  display: block;
  width: 100%;
  height: 100%;
  border: 0;
  background: var(--ph-surface);
`;
