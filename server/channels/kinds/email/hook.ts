import type { ChannelRequest, OpenChannel } from "../../kind.ts";

export type MailChannel = Pick<OpenChannel, "settings" | "secrets">;

/** What a provider posts: whether it is signed, and the mail as its sender sent it; null where there is none. */
export interface Hook {
  /** What to switch on where there is none. */
  noSource: string;
  isSigned(
    request: ChannelRequest,
    channel: MailChannel,
    options: { form: FormData | null; now: number },
  ): boolean | Promise<boolean>;
  /** Does what a signed request asks for that brings no mail; false where it brings one. */
  takeOther?(request: ChannelRequest, channel: MailChannel): Promise<boolean>;
  sourceOf(options: { form: FormData | null; body: Uint8Array }): Promise<Uint8Array | null>;
  /**
   * The domain of the envelope's sender, where the provider found that it allows the server which delivered the mail (SPF).
   * What the mail says itself doesn't count.
   */
  allowedDomainOf(options: { form: FormData | null; body: Uint8Array; source: Uint8Array }): string | null;
}
