import { largest } from "#contract/catalog/codes.ts";

/** The id in an address, or undefined if invalid: such a page does not exist. */
export function routeId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largest.integer
    ? Number(text)
    : undefined;
}
