/** What each channel is called; apart from all else that is known of it, for lists that show only names. */
export const channelNames = {
  telegram: "Telegram",
  email: "E-mail",
  whatsapp: "WhatsApp",
  messenger: "Messenger",
  instagram: "Instagram",
  slack: "Slack",
  sms: "SMS",
  call: "Phone",
  discord: "Discord",
} as const;
