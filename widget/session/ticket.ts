import type { Client } from "../../shared/client/client.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { openChatWidget, renewTicket } from "../../shared/contract/surfaces/surfaces.ts";
import type { Identity } from "../../shared/frame/messages.ts";

/** The document's ticket, for which the server opens a session. */
export function createTicket(first: string) {
  let ticket = first;
  let isPreview = false;
  return {
    /** Opens a session. An expired ticket is renewed once; what the server says of the second one counts. */
    async exchange(client: Client, identity: Identity | null) {
      const tryIt = () => {
        const locale = navigator.language.slice(0, 35);
        const data = { ticket, locale, ...(identity && { identity }) };
        return client.call(openChatWidget, { body: { data } });
      };
      try {
        return await tryIt();
      } catch (thrown) {
        if (toRequestError(thrown).code !== "ticket_expired" || isPreview) throw thrown;
      }
      ({ ticket } = await client.call(renewTicket, { body: { ticket } }));
      return tryIt();
    },
    /** The console's, which is never renewed. */
    usePreview(text: string) {
      ticket = text;
      isPreview = true;
    },
  };
}
