import type { Provider } from "../../connected/provider.ts";
import type { ConnectedSettings } from "../../connected/settings.ts";
import { browseDrive } from "./browseDrive.ts";
import { walkDrive } from "./walkDrive.ts";

/** Google Drive, read only. */
export function driveProvider(settings: ConnectedSettings["googleDrive"]): Provider {
  const { clientId, clientSecret, authUrl, tokenUrl, baseUrl } = settings;
  return {
    ...{ kind: "googleDrive", label: "Google Drive", tokenFormat: "form", takesToken: false },
    ...{ usesPkce: true, headers: {} },
    missing: [
      ...(clientId === undefined ? ["GOOGLE_DRIVE_CLIENT_ID"] : []),
      ...(clientSecret === undefined ? ["GOOGLE_DRIVE_CLIENT_SECRET"] : []),
    ],
    client: clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret },
    authorizeUrl: authUrl,
    authorizeQuery: {
      scope: "https://www.googleapis.com/auth/drive.readonly",
      // Google gives a refresh token only to who asks for it, and again only where people agree again.
      ...{ access_type: "offline", prompt: "consent select_account" },
    },
    tokenUrl,
    apiUrl: baseUrl,
    async describe(access) {
      const { user } = await access.read("/about", { query: { fields: "user(emailAddress,permissionId)" } });
      const { emailAddress, permissionId } = (user ?? {}) as Record<string, unknown>; // read with care
      const name = String(emailAddress ?? "Google account");
      return { accountId: String(permissionId ?? name), name };
    },
    browse: browseDrive,
    walk: walkDrive,
  };
}
