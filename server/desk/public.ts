export { openClaim } from "./claims/claims.ts";
