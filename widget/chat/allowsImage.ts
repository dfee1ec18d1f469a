/** Whether an image may be loaded: over https, from one of these hosts (`cdn.example.com`, `*.example.com`, `host:8443`). */
export function allowsImage(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") return false;
  return hosts.some((host) => {
    const [name = "", port = ""] = host.split(":");
    const isSameName = name.startsWith("*.") ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
    return isSameName && url.port === (port === "443" ? "" : port);
  });
}
