import { build } from "vite";
import { compressFolder } from "./compress.mjs";

/** Builds the web application into dist/web, with a compressed copy beside each file. */
export async function buildWeb() {
  await build({ configFile: "vite.config.ts", logLevel: "warn" });
  await compressFolder("dist/web");
}
