import { largest } from "#contract/catalog/codes.ts";

/** Returns the id in an address, undefined if invalid. */
export function routeId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largest.integer
    ? Number(text)
    : undefined;
}
