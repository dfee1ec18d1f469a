const resets: (() => void)[] = [];

/** Registers what a slice forgets when the organization is left: the next user of this tab must not see it. */
export function onOrganizationLeft(forget: () => void): void {
  resets.push(forget);
}

/** Lets every slice that is loaded forget what belongs to the organization. */
export function forgetOrganization(): void {
  for (const forget of resets) forget();
}
