type Values = { TRACES_URL?: string | undefined; TRACES_HEADERS?: string | undefined; TRACES_PERCENT: number };

/** Where traces are sent, with which headers, and how many of a hundred; undefined: there are none. */
export function traceReceiver({ TRACES_URL: address, TRACES_HEADERS: given = "", TRACES_PERCENT: percent }: Values) {
  if (address === undefined) return undefined;
  const pairs = given.split(",").filter((pair) => pair !== "");
  const headers = pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
  return { url: address, headers: Object.fromEntries(headers), percent };
}
