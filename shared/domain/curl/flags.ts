/** Flags by their effect. The names are those of curl 7.88 and of what later versions added. */

/** Flags with a value that readCurl reads. */
const read =
  "request data data-ascii data-binary data-raw data-urlencode json form form-string header user user-agent referer cookie url url-query range continue-at oauth2-bearer";
/** Flags without a value that readCurl reads. */
const readSwitches =
  "get head globoff path-as-is form-escape basic digest ntlm ntlm-wb negotiate anyauth next";

/** Flags with a value that leave the request to the server as it is. */
const harmless =
  "alt-svc cacert capath cert-type ciphers connect-timeout cookie-jar create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-ca-embed dump-header ech egd-file engine etag-save expect100-timeout ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms help hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway keepalive-cnt keepalive-time key-type knownhosts krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time noproxy output output-dir parallel-max parallel-max-host pinnedpubkey proto proto-redir proxy-service-name pubkey quote random-file rate retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks5-gssapi-service speed-limit speed-time stderr telnet-option tftp-blksize tls-max tls13-ciphers trace trace-ascii trace-config vlan-priority write-out";
/** Flags without a value that leave the request to the server as it is. */
const harmlessSwitches =
  "append ca-native cert-status compressed compressed-ssh create-dirs disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure fail fail-early fail-with-body false-start ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include ipv4 ipv6 junk-session-cookies list-only location location-trusted mail-rcpt-allowfails manual metalink mptcp no-alpn no-buffer no-clobber no-keepalive no-npn no-progress-meter no-sessionid out-null parallel parallel-immediate post301 post302 post303 progress-bar raw remote-header-name remote-name remote-name-all remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir show-error show-headers silent skip-existing ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort ssl-sessions sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 trace-ids trace-time use-ascii verbose version xattr";

/** Flags that the import leaves out and says so. */
const leftOut: Record<string, { flags: string; switches: string }> = {
  "It was left out. The request goes straight to the server.": {
    flags:
      "preproxy proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 socks4 socks4a socks5 socks5-hostname",
    switches:
      "haproxy-protocol proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel socks5-basic socks5-gssapi socks5-gssapi-nec",
  },
  "It was left out. The server's name is looked up as usual.": { flags: "connect-to resolve", switches: "" },
  "It was left out. Client certificates can't be imported.": {
    flags: "cert key pass tlsauthtype tlspassword tlsuser",
    switches: "",
  },
  "It was left out. Certificates are always checked.": { flags: "", switches: "insecure" },
  "It was left out. The password can't be read from a file.": {
    flags: "netrc-file",
    switches: "netrc netrc-optional",
  },
  "It was left out. Conditions from files can't be imported.": { flags: "etag-compare", switches: "" },
  "It was left out. Add the header If-Modified-Since instead.": { flags: "time-cond", switches: "" },
  "It was left out. The request is not signed.": { flags: "aws-sigv4", switches: "" },
  "It was left out.": { flags: "haproxy-clientip", switches: "crlf tr-encoding follow" },
};

/** Flags without which the request would be another one. */
const refused: Record<string, { flags: string; switches: string }> = {
  "It sends a file. Files can't be imported.": { flags: "upload-file upload-flags", switches: "" },
  "It reads more flags from a file. Write them into the command.": { flags: "config", switches: "" },
  "It asks for another path than the address names. Write that path into the address.": {
    flags: "request-target",
    switches: "",
  },
  "It asks a program on the same machine, which can't be imported.": {
    flags: "unix-socket abstract-unix-socket",
    switches: "",
  },
  "Write http:// or https:// before the address instead.": { flags: "proto-default", switches: "" },
  "Write the value of the variable into the command.": {
    flags:
      "variable expand-url expand-data expand-header expand-user expand-json expand-form expand-data-raw expand-data-binary expand-data-urlencode expand-url-query expand-cookie expand-user-agent expand-oauth2-bearer",
    switches: "",
  },
};

export interface FlagKind {
  name: string;
  hasValue: boolean;
  effect: "read" | "none" | "leftOut" | "refused";
  /** What to say of it. */
  words?: string;
}

/** All flags by their long names. */
const flags = new Map<string, FlagKind>();
const add = (names: string, kind: Omit<FlagKind, "name">) => {
  for (const name of names.split(" ").filter(Boolean)) flags.set(name, { name, ...kind });
};
add(read, { hasValue: true, effect: "read" });
add(readSwitches, { hasValue: false, effect: "read" });
add(harmless, { hasValue: true, effect: "none" });
add(harmlessSwitches, { hasValue: false, effect: "none" });
for (const [effect, groups] of [
  ["leftOut", leftOut],
  ["refused", refused],
] as const)
  for (const [words, group] of Object.entries(groups)) {
    add(group.flags, { hasValue: true, effect, words });
    add(group.switches, { hasValue: false, effect, words });
  }

const letters: Record<string, string> = Object.fromEntries(
  "#:progress-bar 0:http1.0 1:tlsv1 2:sslv2 3:sslv3 4:ipv4 6:ipv6 ::next A:user-agent B:use-ascii C:continue-at D:dump-header E:cert F:form G:get H:header I:head J:remote-header-name K:config L:location M:manual N:no-buffer O:remote-name P:ftp-port Q:quote R:remote-time S:show-error T:upload-file U:proxy-user V:version X:request Y:speed-limit Z:parallel a:append b:cookie c:cookie-jar d:data e:referer f:fail g:globoff h:help i:include j:junk-session-cookies k:insecure l:list-only m:max-time n:netrc o:output p:proxytunnel q:disable r:range s:silent t:telnet-option u:user v:verbose w:write-out x:proxy y:speed-time z:time-cond"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
);

/** Gives the flag of a letter, `-X`. */
export function findLetter(letter: string): FlagKind | undefined {
  return flags.get(letters[letter] ?? "");
}

/** Gives the flag of a long name, which may be cut as long as it means one flag only: `--data-ur`. */
export function findName(name: string): FlagKind | undefined {
  const exact = flags.get(name);
  if (exact) return exact;
  const [only, another] = [...flags.values()].filter((flag) => flag.name.startsWith(name));
  return another ? undefined : only;
}
