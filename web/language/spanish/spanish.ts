import { accessibility } from "./accessibility.ts";
import { accounts } from "./accounts.ts";
import { cart } from "./cart.ts";
import { codes } from "./codes.ts";
import { find } from "./find.ts";
import { frame } from "./frame.ts";
import { orders } from "./orders.ts";
import { said } from "./said.ts";
import { site } from "./site.ts";

/**
 * The catalogue: every sentence that visitors and borrowers can meet, by the English one that stands in the code. Places
 * in braces and parts in angle brackets are the same on both sides; their order is each language's own.
 */
export const spanish = {
  ...frame,
  ...find,
  ...cart,
  ...accounts,
  ...orders,
  ...site,
  ...codes,
  ...said,
  ...accessibility,
} as const;
