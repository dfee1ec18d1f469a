/** Where the providers' interfaces are. The operator may set others: gateways, or a server of Telegram's own. */
export const channelAddresses = {
  telegram: "https://api.telegram.org",
} as const;

export type ChannelProvider = keyof typeof channelAddresses;
export type ChannelSettings = Readonly<Record<ChannelProvider, string>>;
