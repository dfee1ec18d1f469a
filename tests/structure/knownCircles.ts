/**
 * The circles of imports that are still there. A new circle fails the check, and so does an entry here whose circle is
 * gone or has fewer files: then write what the check found, until the list is empty.
 */
export const knownCircles: string[] = [
  "import(): console/screens/conversations/inbox/FoundThreads.tsx console/screens/conversations/inbox/ThreadList.tsx console/screens/conversations/inbox/table/TableFoot.tsx console/screens/conversations/inbox/table/ThreadTable.tsx",
  "import(): console/state/accounts/authentication.ts console/state/accounts/captcha.ts console/state/accounts/organization.ts console/state/agents/agents.ts console/state/billing/subscription.ts console/state/conversations/messages/mentions.ts console/state/conversations/threads/conversation.ts console/state/conversations/threads/reloadList.ts console/state/conversations/threads/reloadNewest.ts console/state/conversations/threads/threads.ts console/state/notifications/clearDevice.ts console/state/notifications/shownNotifications.ts console/state/platform/client.ts console/state/platform/live.ts",
  "import(): console/state/conversations/messages/replies.ts console/state/conversations/messages/sendReplies.ts",
];
