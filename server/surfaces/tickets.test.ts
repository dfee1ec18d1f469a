import { describe, expect, it } from "vitest";
import { ticketMs, ticketRenewalMs } from "../../shared/domain/limits.ts";
import { createTickets, type Ticket } from "./tickets.ts";

const ticket: Ticket = {
  organizationId: "o1",
  agentId: "a1",
  surfaceType: "widget",
  origin: "https://shop.test",
  preview: false,
};
const fine = async () => {};

function setUp() {
  const clock = { at: 1_000_000 };
  return { clock, tickets: createTickets(Buffer.alloc(32, 7), () => clock.at) };
}

describe("tickets", () => {
  it("say what was sealed in them, for ten minutes", () => {
    const { clock, tickets } = setUp();
    const made = tickets.make(ticket);
    expect(made.expiresAt).toBe(clock.at + ticketMs);
    clock.at += ticketMs;
    expect(tickets.read(made.ticket)).toEqual(ticket);
    clock.at += 1;
    expect(() => tickets.read(made.ticket)).toThrow(expect.objectContaining({ code: "ticket_expired" }));
  });

  it("can't be changed, cut or made with another key", () => {
    const { tickets } = setUp();
    const { ticket: text } = tickets.make(ticket);
    const [body = "", signature = ""] = text.split(".");
    const forged = Buffer.from(JSON.stringify({ ...ticket, agentId: "a2" })).toString("base64url");
    const other = createTickets(Buffer.alloc(32, 8), () => 1_000_000).make(ticket).ticket;
    for (const bad of [`${forged}.${signature}`, body, `${body}.`, "", ".", other, `${text}x`]) {
      expect(() => tickets.read(bad)).toThrow(expect.objectContaining({ code: "ticket_expired" }));
    }
  });

  it("are renewed for a day while their site is still allowed, and never for the preview", async () => {
    const { clock, tickets } = setUp();
    let { ticket: text } = tickets.make(ticket);
    clock.at += ticketRenewalMs - 1;
    text = (await tickets.renew(text, fine)).ticket;
    expect(tickets.read(text)).toEqual(ticket);
    await expect(tickets.renew(text, () => Promise.reject(new Error("no longer allowed")))).rejects.toThrow(
      "no longer",
    );
    clock.at += 2;
    await expect(tickets.renew(text, fine)).rejects.toMatchObject({ code: "ticket_expired" });
    const preview = tickets.make({ ...ticket, preview: true }).ticket;
    await expect(tickets.renew(preview, fine)).rejects.toMatchObject({ code: "ticket_expired" });
  });
});
