import { spawnSync } from "node:child_process";
import { isDebianRoot, succeeds } from "./browser.mjs";

/** Installs the tools that tests read labels with, if possible; otherwise the tests say what to install. */
export function installDecoders() {
  const isThere = ["zbarimg", "pdftoppm", "pdftotext"].every((tool) => !spawnSync(tool, ["--version"]).error);
  if (isThere || !isDebianRoot()) return;
  console.log("Installing zbar-tools and poppler-utils to read labels with in the tests (once) ...");
  succeeds(["apt-get", "update"]);
  succeeds(["apt-get", "install", "-y", "--no-install-recommends", "zbar-tools", "poppler-utils"]);
}
