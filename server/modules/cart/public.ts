export { claimCart } from "./claim-cart.ts";
export { sweepCarts } from "./sweep-carts.ts";
