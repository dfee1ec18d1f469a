import { configurationSections, endOfSection, lookSections } from "../../parts/configurationSections.ts";

/** Something that is set or done within a page. */
export interface Setting {
  label: string;
  /** What people may call it, beside its label. */
  words?: string;
  /** What follows the page's path in its address. */
  end?: string;
}

/**
 * What the palette finds inside pages, by the path of the route. The pages themselves come from the list of routes. A test
 * holds that no tab and no card of a settings page is missing here.
 */
export const settings: Record<string, readonly Setting[]> = {
  "/accounts/:orgId/cp/:agentId/settings/:part?": [
    ...configurationSections.map((section) => ({
      ...{ label: section.title, words: section.words, end: endOfSection(section) },
    })),
    { label: "Delete agent", words: "remove" },
    { label: "Pause agent", words: "status live stop switch off" },
  ],
  "/accounts/:orgId/cp/:agentId/deploy/:part?": [
    { label: "Appearance" },
    {
      label: "Proactive messages",
      words: "rules teaser nudge popup exit intent greeting returning a/b test",
      end: "/messages",
    },
    { label: "Install", end: "/install" },
    { label: "Domains & identity", end: "/identity" },
    { label: "Hosted page", end: "/page" },
    {
      label: "Channels",
      words: "telegram whatsapp email slack sms messenger instagram discord",
      end: "/channels",
    },
    { label: "Video avatar", words: "tavus face call", end: "/channels" },
    { label: "Team", words: "hand-over handoff approval mention", end: "/team" },
    { label: "Team notices", words: "hand-over handoff approval mention switch on off", end: "/team" },
    { label: "Slack", words: "team channel thread notices", end: "/team" },
    { label: "E-mail", words: "team notices reply", end: "/team" },
    ...lookSections.map(({ id, title, words }) => ({ label: title, words, end: `?group=${id}` })),
    { label: "Snippet", words: "script tag embed code copy", end: "/install" },
    { label: "Code for actions", words: "addTool client tool types", end: "/install" },
    { label: "Recipes", words: "react wordpress shopify tag manager", end: "/install" },
    { label: "Check my page", words: "test installation csp", end: "/install" },
    { label: "Chat widget", words: "switch on off", end: "/install" },
    { label: "Allowed domains", words: "origins sites", end: "/identity" },
    { label: "Visitor identity", words: "identity verification jwt signed", end: "/identity" },
    { label: "Secrets", words: "identity key rotate", end: "/identity" },
    { label: "Sign your users", words: "jwt hs256 code", end: "/identity" },
    { label: "Try a token", words: "jwt tester", end: "/identity" },
    { label: "Custom domain", words: "custom dns cname", end: "/page" },
    { label: "Title and description", words: "title description search results seo", end: "/page" },
    { label: "Link preview", words: "link picture share", end: "/page" },
  ],
  "/accounts/:orgId/cp/:agentId/workflows": [
    { label: "Import a workflow", words: "dify flowise n8n typebot procedure automation" },
    { label: "Workflow templates", words: "refund escalation onboarding automation flow" },
  ],
  "/accounts/:orgId/cp/:agentId/integrations/:part?/:itemId?": [
    { label: "Actions", words: "skills tools", end: "/actions" },
    { label: "Connections", words: "services integrations oauth slack google sign in", end: "/connections" },
    { label: "Data collections", words: "tables rows csv", end: "/collections" },
  ],
  "/accounts/:orgId/account/installation": [
    { label: "Installation", words: "server health doctor jobs queue storage disk version log" },
    { label: "Backups", words: "backup restore" },
  ],
  "/accounts/:orgId/account/profile": [
    { label: "Name and picture", words: "avatar photo" },
    { label: "E-mail", words: "address change mail" },
    { label: "Password", words: "change" },
    { label: "Two-factor sign-in", words: "2fa authenticator code totp" },
    { label: "Sessions", words: "devices sign out" },
    { label: "Preferences", words: "theme language time zone density shortcuts" },
    { label: "E-mail digest", words: "notifications mail" },
    { label: "Notifications", words: "push sound browser quiet hours" },
  ],
  "/accounts/:orgId/account/organization": [
    { label: "About the organization", words: "name logo size country" },
    { label: "Require two-factor sign-in", words: "2fa security members" },
    { label: "Accounts", words: "change account" },
    { label: "Usage", words: "agents credits" },
  ],
};
