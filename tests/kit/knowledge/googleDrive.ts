import { createHash } from "node:crypto";
import type { ConnectedSettings } from "../../../server/knowledge/connected/settings.ts";
import {
  startConnectedProvider,
  type Asked,
  type ConnectedProvider,
  type Reply,
} from "./connectedProvider.ts";

/** A file as the account holds it. Google's own kinds have no bytes but what an export gives. */
export interface HeldFile {
  id: string;
  name: string;
  mimeType: string;
  parent: string;
  content: string | Uint8Array;
  modifiedTime: string;
  trashed?: boolean;
  sharedWithMe?: boolean;
  targetId?: string;
}

export interface GoogleDrive extends ConnectedProvider {
  files: HeldFile[];
  /** How long a page of a list is. */
  pageSize: number;
  /** The settings by which a server asks it. */
  settings: ConnectedSettings["googleDrive"];
  /** Adds a file; tests name only what they care about. */
  put(file: Partial<HeldFile> & { id: string }): HeldFile;
}

export const folderType = "application/vnd.google-apps.folder";
export const docType = "application/vnd.google-apps.document";
export const sheetType = "application/vnd.google-apps.spreadsheet";
export const slidesType = "application/vnd.google-apps.presentation";

/** What the product asks for of each, as Drive gives it. */
const exported: Record<string, string> = {
  [docType]: "text/markdown",
  [sheetType]: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  [slidesType]: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** Google's token endpoint and Drive v3 on this machine, with the account of one person. */
export async function startGoogleDrive(): Promise<GoogleDrive> {
  const files: HeldFile[] = [];
  const provider = await startConnectedProvider({
    isJson: false,
    paths: { authorize: "/o/oauth2/v2/auth", token: "/token" },
    tokenAnswer: { expires_in: 3599, scope: "https://www.googleapis.com/auth/drive.readonly" },
    refusal: { status: 401, json: faultOf(401, "authError", "Invalid Credentials") },
    answer: (asked) => answer(drive, asked),
  });
  const drive: GoogleDrive = {
    ...provider,
    files,
    pageSize: 1000,
    settings: {
      ...{ clientId: provider.clientId, clientSecret: provider.clientSecret },
      authUrl: `${provider.origin}/o/oauth2/v2/auth`,
      tokenUrl: `${provider.origin}/token`,
      baseUrl: `${provider.origin}/drive/v3`,
    },
    put(file) {
      const whole = {
        ...{ name: file.id, mimeType: "text/plain", parent: "root", content: "" },
        ...{ modifiedTime: "2026-01-01T00:00:00.000Z", ...file },
      };
      const at = files.findIndex(({ id }) => id === file.id);
      if (at >= 0) files[at] = whole;
      else files.push(whole);
      return whole;
    },
  };
  return drive;
}

/** An error as Google writes it. */
export function faultOf(code: number, reason: string, message: string) {
  return { error: { code, message, errors: [{ domain: "global", reason, message }] } };
}

function answer(drive: GoogleDrive, { path, query }: Asked): Reply {
  if (path === "/drive/v3/about")
    return { json: { user: { emailAddress: "ada@example.com", permissionId: "0123456789" } } };
  if (path === "/drive/v3/drives")
    return { json: { drives: [{ kind: "drive#drive", id: "team-drive", name: "Team" }] } };
  if (path === "/drive/v3/files") return list(drive, query);
  const [, id = "", , isExport] = /^\/drive\/v3\/files\/([^/]+)((\/export)?)$/.exec(path) ?? [];
  const file = drive.files.find((one) => one.id === decodeURIComponent(id));
  if (!file) return { status: 404, json: faultOf(404, "notFound", `File not found: ${id}.`) };
  if (isExport) return exportFile(file, query);
  if (query.get("supportsAllDrives") !== "true") return { status: 404, json: faultOf(404, "notFound", "") };
  if (query.get("alt") !== "media") return { json: present(file) };
  if (file.mimeType.startsWith("application/vnd.google-apps."))
    return { status: 403, json: faultOf(403, "fileNotDownloadable", "Use Export with Docs Editors files.") };
  return { headers: { "content-type": file.mimeType }, bytes: Buffer.from(file.content) };
}

function exportFile({ mimeType, content }: HeldFile, query: URLSearchParams): Reply {
  const type = exported[mimeType];
  if (type === undefined || query.get("mimeType") !== type)
    return { status: 400, json: faultOf(400, "badRequest", "The requested conversion is not supported.") };
  return { headers: { "content-type": type }, bytes: Buffer.from(content) };
}

/** Answers the searches that the product sends, page by page. */
function list(drive: GoogleDrive, query: URLSearchParams): Reply {
  const q = query.get("q") ?? "";
  const parent = /^'([^']+)' in parents/.exec(q)?.[1];
  const name = /^name contains '((?:[^'\\]|\\.)*)'/.exec(q)?.[1]?.replace(/\\(.)/g, "$1");
  const isShared = q.startsWith("sharedWithMe = true");
  if (query.get("includeItemsFromAllDrives") !== "true" || (!parent && !name && !isShared))
    return { status: 400, json: faultOf(400, "invalid", "Invalid Value") };
  const found = drive.files.filter((file) => {
    if (file.trashed) return false;
    if (isShared) return file.sharedWithMe === true;
    return parent ? file.parent === parent : file.name.toLowerCase().includes(name?.toLowerCase() ?? "");
  });
  const from = Number(query.get("pageToken") ?? "0");
  const to = from + Math.min(drive.pageSize, Number(query.get("pageSize")));
  return {
    json: {
      files: found.slice(from, to).map(present),
      ...(to < found.length && { nextPageToken: String(to) }),
    },
  };
}

function present(file: HeldFile) {
  const { id, name, mimeType, content, modifiedTime, trashed = false, targetId } = file;
  const isOwn = mimeType.startsWith("application/vnd.google-apps.");
  const bytes = Buffer.from(content);
  return {
    ...{ id, name, mimeType, modifiedTime, trashed },
    webViewLink: `https://drive.google.com/file/d/${id}/view`,
    ...(!isOwn && { md5Checksum: createHash("md5").update(bytes).digest("hex"), size: String(bytes.length) }),
    ...(targetId && { shortcutDetails: { targetId, targetMimeType: "text/plain" } }),
  };
}
