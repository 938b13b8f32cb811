import { spawnSync } from "node:child_process";
import { isDebianRoot, succeeds } from "./browser.mjs";

/** What the tests run beside the product: programs, the Debian packages that have them, and what for. */
const needs = {
  test: [
    {
      programs: ["zbarimg", "pdftoppm", "pdftotext"],
      packages: ["zbar-tools", "poppler-utils"],
      purpose: "to read labels",
    },
    { programs: ["curl"], packages: ["curl"], purpose: "to type the commands of docs/operations.md" },
  ],
  "test:more": [
    {
      programs: ["zbarimg", "haproxy", "nginx", "systemd-analyze", "openssl"],
      packages: ["zbar-tools", "haproxy", "nginx-light", "systemd", "openssl"],
      purpose: "to balance instances and read the files of deploy/",
    },
    {
      programs: ["firefox-esr", "WebKitWebDriver", "Xvfb"],
      packages: ["firefox-esr", "webkit2gtk-driver", "xvfb"],
      purpose: "to play journeys in other browsers",
    },
    {
      programs: ["orca", "speech-dispatcher", "openbox", "xdotool", "dbus-daemon", "gsettings"],
      packages: ["orca", "at-spi2-core", "speech-dispatcher", "openbox", "xdotool", "dbus-daemon", "libglib2.0-bin"],
      purpose: "to hear pages by a screen reader",
    },
    {
      programs: ["haproxy", "etcd", "patroni", "pg_lsclusters"],
      packages: ["haproxy", "etcd-server", "patroni", "postgresql"],
      purpose: "to build a cluster of databases",
    },
  ],
};

/**
 * Installs the programs of a command, if possible; otherwise the tests say what to install.
 * @param {keyof typeof needs} command
 */
export function installPrograms(command) {
  if (!isDebianRoot()) return;
  for (const { programs, packages, purpose } of needs[command]) {
    if (programs.every((program) => spawnSync("which", [program]).status === 0)) continue;
    console.log(`Installing ${packages.join(", ")} ${purpose} in the tests (once) ...`);
    succeeds(["apt-get", "update"]);
    succeeds(["apt-get", "install", "-y", "--no-install-recommends", ...packages]);
  }
}
