export { claimCart } from "./claim-cart.ts";
export { cleanUpCarts } from "./clean-up-carts.ts";
