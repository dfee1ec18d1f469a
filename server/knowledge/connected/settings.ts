/** How accounts at providers are connected, as the operator set it. */
export interface ConnectedSettings {
  googleDrive: {
    clientId: string | undefined;
    clientSecret: string | undefined;
    authUrl: string;
    tokenUrl: string;
    baseUrl: string;
  };
  notion: {
    clientId: string | undefined;
    clientSecret: string | undefined;
    baseUrl: string;
  };
}

export const googleAuthUrl = "https://accounts.google.com/o/oauth2/v2/auth";
export const googleTokenUrl = "https://oauth2.googleapis.com/token";
export const googleDriveUrl = "https://www.googleapis.com/drive/v3";
export const notionUrl = "https://api.notion.com/v1";

/** Where nothing is set: the providers' own addresses, and no client of theirs. */
export const noConnectedSettings: ConnectedSettings = {
  googleDrive: {
    ...{ clientId: undefined, clientSecret: undefined },
    ...{ authUrl: googleAuthUrl, tokenUrl: googleTokenUrl, baseUrl: googleDriveUrl },
  },
  notion: { clientId: undefined, clientSecret: undefined, baseUrl: notionUrl },
};
