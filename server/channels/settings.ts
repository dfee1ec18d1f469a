/** Where the providers' interfaces are. The operator may set others: gateways, or a server of Telegram's own. */
export const channelAddresses = {
  telegram: "https://api.telegram.org",
  /** WhatsApp, Messenger and Instagram. */
  meta: "https://graph.facebook.com/v23.0",
  slack: "https://slack.com/api",
  twilio: "https://api.twilio.com",
  telnyx: "https://api.telnyx.com/v2",
  discord: "https://discord.com/api/v10",
  /** Amazon SNS, which has an address in each region. */
  sns: "https://sns.{region}.amazonaws.com",
} as const;

/** The installation's own Slack app, which any workspace can add. */
export interface SlackApp {
  clientId: string;
  clientSecret: string;
  signingSecret: string;
}

export type ChannelProvider = keyof typeof channelAddresses;
export type ChannelSettings = Readonly<Record<ChannelProvider, string>>;
