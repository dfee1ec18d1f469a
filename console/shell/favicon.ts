const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#0e6a72"/><path d="M12 4.2 13.9 10.1 19.8 12 13.9 13.9 12 19.8 10.1 13.9 4.2 12 10.1 10.1Z" fill="#fff"/><circle cx="12" cy="12" r="1.7" fill="#0e6a72"/></svg>`;

/** Puts our mark on the browser's tab. */
export function showFavicon(): void {
  const link = document.createElement("link");
  link.rel = "icon";
  link.href = `data:image/svg+xml,${encodeURIComponent(mark)}`;
  document.head.append(link);
}
