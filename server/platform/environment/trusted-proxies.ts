/** Reads TRUST_PROXY: off, how many proxies, or their addresses; undefined for anything else. */
export function trustedProxies(text: string): false | number | string[] | undefined {
  if (text === "off") return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(",").map((address) => address.trim());
  const isAddress = (address: string) =>
    /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*)(?:\/\d{1,3})?$|^(?:loopback|linklocal|uniquelocal)$/i.test(
      address,
    );
  return addresses.every(isAddress) ? addresses : undefined;
}
