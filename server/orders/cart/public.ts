export { claimCart } from "./cart.ts";
export { cleanUpCarts } from "./cart.queries.ts";
