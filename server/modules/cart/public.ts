export { claimCart } from "./claim-cart.ts";
export { cleanUpCarts } from "./cart.queries.ts";
