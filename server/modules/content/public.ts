export { siteContent } from "./site-content.ts";
