/** What keeps an uploaded file for as long as it uses it, where the uploader says so. */
export const fileKeepers = ["workflows"] as const;
export type FileKeeper = (typeof fileKeepers)[number];
