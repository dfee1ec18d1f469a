import { lazy } from "react";
import { Gauge, Inbox, LayoutDashboard, Library, Rocket, SlidersHorizontal } from "lucide-react";
import type { Role } from "../shared/domain/access.ts";
import type { GuardName } from "./guards/guard.ts";
import type { ConsoleRoute } from "./guards/route.ts";

const everyGuard: readonly GuardName[] = ["authentication", "organisation", "role"];
/** "Agent tabs restricted to Admin, Owner, Advisor" (specification 6). */
const builders: readonly Role[] = ["admin", "owner", "collaborator"];

/**
 * THE list of the console's pages, first match first. Menus, tabs, titles and guards are drawn from it, so a screen that
 * is not here is nowhere. Only what works stands in it. Agent tabs show in this order.
 */
export const routes: readonly ConsoleRoute[] = [
  {
    path: "/auth/login",
    screen: lazy(() => import("./screens/accounts/Login.tsx")),
    guards: ["authentication"],
    frame: "bare",
    title: "Sign in",
  },
  {
    path: "/auth/register",
    screen: lazy(() => import("./screens/accounts/Register.tsx")),
    guards: ["authentication"],
    frame: "bare",
    title: "Create your account",
  },
  {
    path: "/auth/forgot-password",
    screen: lazy(() => import("./screens/accounts/ForgotPassword.tsx")),
    guards: ["authentication"],
    frame: "bare",
    title: "Forgot password",
  },
  {
    path: "/auth/set-password",
    screen: lazy(() => import("./screens/accounts/SetPassword.tsx")),
    guards: ["authentication"],
    frame: "bare",
    title: "New password",
  },
  {
    path: "/accept-invite",
    screen: lazy(() => import("./screens/accounts/AcceptInvite.tsx")),
    guards: ["authentication"],
    frame: "bare",
    title: "Invitation",
  },
  {
    path: "/choose-company",
    screen: lazy(() => import("./screens/accounts/ChooseCompany.tsx")),
    guards: ["authentication", "organisation"],
    frame: "bare",
    title: "Organizations",
  },
  {
    path: "/setup-company",
    screen: lazy(() => import("./screens/accounts/SetupCompany.tsx")),
    guards: everyGuard,
    frame: "bare",
    title: "Create an organization",
  },
  {
    path: "/accounts/:orgId/dashboard",
    screen: lazy(() => import("./screens/agents/Dashboard.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Dashboard",
    menu: { place: "top", label: "Dashboard", icon: LayoutDashboard },
  },
  {
    path: "/accounts/:orgId/account/teams",
    screen: lazy(() => import("./screens/accounts/Teams.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Manage Account",
    users: builders,
  },
  {
    path: "/accounts/:orgId/account/profile",
    screen: lazy(() => import("./screens/accounts/Profile.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Your Profile",
  },
  {
    path: "/accounts/:orgId/create-ai-agent",
    screen: lazy(() => import("./screens/agents/CreateAgent.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Create AI Agent",
    users: builders,
  },
  {
    path: "/accounts/:orgId/cp/:agentId",
    screen: lazy(() => import("./screens/agents/AgentLanding.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "",
  },
  {
    path: "/accounts/:orgId/cp/:agentId/overview",
    screen: lazy(() => import("./screens/agents/Overview.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Overview",
    menu: { place: "agent", label: "Overview", icon: Gauge },
  },
  {
    path: "/accounts/:orgId/cp/:agentId/settings",
    screen: lazy(() => import("./screens/agents/Configuration.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Configuration",
    menu: { place: "agent", label: "Configuration", icon: SlidersHorizontal },
    users: builders,
  },
  {
    path: "/accounts/:orgId/cp/:agentId/inbox",
    screen: lazy(() => import("./screens/conversations/InboxLanding.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Inbox",
  },
  {
    path: "/accounts/:orgId/cp/:agentId/inbox/conversations/:threadId?",
    screen: lazy(() => import("./screens/conversations/Inbox.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Inbox",
    menu: { place: "agent", label: "Inbox", icon: Inbox },
  },
  {
    path: "/accounts/:orgId/cp/:agentId/datasources",
    screen: lazy(() => import("./screens/knowledge/DataSources.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Data Sources",
    menu: { place: "agent", label: "Data Sources", icon: Library },
    users: builders,
  },
  {
    path: "/accounts/:orgId/cp/:agentId/deploy/:part?",
    screen: lazy(() => import("./screens/surfaces/Deploy.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Deploy",
    menu: { place: "agent", label: "Deploy", icon: Rocket },
    users: builders,
  },
  {
    path: "*",
    screen: lazy(() => import("./screens/agents/NotFound.tsx")),
    guards: everyGuard,
    frame: "console",
    title: "Not found",
  },
];
