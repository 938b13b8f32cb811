export { forgetOldLoans } from "./forget/forget-old-loans.ts";
