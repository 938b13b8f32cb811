import { getParser } from "bowser";

/** Where a session began, as its owner may recognize it. */
export type Place = { address: string; browser: string };

const mostRead = 300; // characters of what a browser says of itself

/** The place of a request: "Firefox on Windows", from this address. Empty when the browser says nothing known. */
export function placeOf(address: string, userAgent = ""): Place {
  const told = userAgent.slice(0, mostRead).trim();
  if (told === "") return { address, browser: "" };
  const parser = getParser(told);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return { address, browser: names.join(" on ") };
}
