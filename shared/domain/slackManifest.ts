/** What a Slack app of ours may do: answer people, and tell the team of their conversations. */
export const slackScopes = [
  ...["app_mentions:read", "assistant:write", "channels:history", "channels:read", "chat:write"],
  ...["files:read", "files:write", "groups:history", "groups:read", "im:history", "users:read"],
  "users:read.email",
] as const;

const events = [
  ...["app_mention", "app_uninstalled", "assistant_thread_started", "message.channels", "message.groups"],
  ...["message.im", "tokens_revoked"],
] as const;

interface SlackApp {
  name: string;
  /** Where Slack sends events and presses of buttons. */
  address: string;
  /** Where Slack sends people back who add the app to other workspaces. */
  returnAddress?: string;
}

/** Gives a manifest from which Slack creates an app that lacks nothing. */
export function writeSlackManifest({ name, address, returnAddress }: SlackApp): string {
  const manifest = {
    display_information: { name: name.slice(0, 35) },
    features: {
      app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      assistant_view: { assistant_description: "Answers your questions." },
      bot_user: { display_name: name.slice(0, 80), always_online: true },
    },
    oauth_config: {
      ...(returnAddress !== undefined && { redirect_urls: [returnAddress] }),
      scopes: { bot: slackScopes },
    },
    settings: {
      event_subscriptions: { request_url: address, bot_events: events },
      interactivity: { is_enabled: true, request_url: address },
      // Only access that Slack gave us by itself can be renewed.
      token_rotation_enabled: returnAddress !== undefined,
    },
  };
  return JSON.stringify(manifest, null, 2);
}
