/** Our mark on an agent's own color, for pages that have no icon of their own. */
export function drawIcon(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${colour}"/><path d="M6.5 7.5h11v7.2h-5.6L8.6 17.4v-2.7H6.5z" fill="none" stroke="#fff" stroke-width="1.5" stroke-linejoin="round"/></svg>`;
}
