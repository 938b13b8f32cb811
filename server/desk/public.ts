export { openClaim } from "./claims/claims.ts";
export { owedLetter } from "./claims/claim-letter.ts";
