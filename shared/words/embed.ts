/** What the launcher says, on a stranger's page; every byte here is sent to everybody. */
export const embedWords = {
  open: "Open chat",
  openUnread: (count: number) => `Open chat, ${count} unread`,
  close: "Close chat",
  title: (name: string) => `Chat with ${name}`,
};
