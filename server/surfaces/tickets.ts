import { createHmac, timingSafeEqual } from "node:crypto";
import { ticketMs, ticketRenewalMs } from "../../shared/domain/limits.ts";
import { AppError } from "../../shared/errors/errors.ts";

/**
 * What a frame may show: the surface, and the site around it. It is signed and kept nowhere. The site is what the frame's
 * document was asked from, so a visitor's session can be made without trusting what the frame says of itself.
 */
export interface Ticket {
  organizationId: string;
  agentId: string;
  surfaceType: string;
  /** Null where the frame was opened by itself. */
  origin: string | null;
  /** The console's preview: meets the draft. */
  preview: boolean;
}

interface Sealed extends Ticket {
  /** When this ticket was made, and when the first one of its line was; milliseconds. */
  madeAt: number;
  firstMadeAt: number;
}

export interface Tickets {
  make(ticket: Ticket): { ticket: string; expiresAt: number };
  /** Gives what a ticket says; 403 `ticket_expired` for an old one and for one that is not ours. */
  read(text: string): Ticket;
  /** Another ten minutes for a ticket whose line began less than a day ago. A preview's is never renewed. */
  renew(
    text: string,
    check: (ticket: Ticket) => Promise<void>,
  ): Promise<{ ticket: string; expiresAt: number }>;
}

/** Tickets signed with this key. */
export function createTickets(key: Uint8Array, now: () => number): Tickets {
  function write(sealed: Sealed) {
    const body = Buffer.from(JSON.stringify(sealed)).toString("base64url");
    return { ticket: `${body}.${sign(key, body)}`, expiresAt: sealed.madeAt + ticketMs };
  }

  function open(text: string): Sealed {
    const [body = "", signature = ""] = text.split(".");
    const expected = Buffer.from(sign(key, body));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new AppError("ticket_expired");
    return JSON.parse(Buffer.from(body, "base64url").toString()) as Sealed; // signed by us
  }

  return {
    make(ticket) {
      const madeAt = now();
      return write({ ...ticket, madeAt, firstMadeAt: madeAt });
    },
    read(text) {
      const { madeAt, firstMadeAt: _, ...ticket } = open(text);
      if (now() - madeAt > ticketMs) throw new AppError("ticket_expired");
      return ticket;
    },
    async renew(text, check) {
      const sealed = open(text);
      if (sealed.preview || now() - sealed.firstMadeAt > ticketRenewalMs)
        throw new AppError("ticket_expired");
      await check(sealed);
      return write({ ...sealed, madeAt: now() });
    },
  };
}

function sign(key: Uint8Array, body: string): string {
  return createHmac("sha256", key).update(body).digest("base64url");
}
