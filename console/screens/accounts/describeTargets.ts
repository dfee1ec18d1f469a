const kinds: Record<string, string> = {
  productId: "Agent",
  appId: "Agent",
  memberId: "Member",
  email: "Member",
  emailid: "Invitation",
  inviteId: "Invitation",
  groupId: "Group",
  keyId: "Key",
  datasourceId: "Data source",
  pageId: "Page",
  threadId: "Conversation",
  secretId: "Secret",
  sessionId: "Session",
};

/** Says what something was done to, by names where they are known and else by the end of its id. */
export function describeTargets(
  targets: Readonly<Record<string, string>>,
  findName: (id: string) => string | undefined,
): string[] {
  const { about, ...ids } = targets;
  const described = Object.entries(ids).map(([kind, id]) => {
    const label = kinds[kind];
    const name = findName(id) ?? shorten(id);
    return label ? `${label} ${name}` : name;
  });
  return [...described, ...(about ? [about] : [])];
}

/** The random end of an id tells more than its beginning, which is its time. Addresses stay whole. */
function shorten(id: string): string {
  return /^[0-9a-z]{26}$/.test(id) ? `…${id.slice(-6)}` : id;
}
