import type { Installation } from "../../../shared/contract/installation/installation.ts";
import { getInstallation, startBackup } from "../../../shared/contract/installation/installation.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** How the installation is. */
export const installation = createResource<Installation>();

/** Looks at everything again. */
export function loadInstallation(): Promise<void> {
  return load(installation, async () => (await client.call(getInstallation)).data);
}

/** Begins a backup, and shows that it is being made. */
export async function backUpNow(): Promise<void> {
  await client.call(startBackup);
  await loadInstallation();
}
