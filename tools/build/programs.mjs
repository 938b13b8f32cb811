import { spawnSync } from "node:child_process";
import { isDebianRoot, succeeds } from "./browser.mjs";

/** The other programs that the tests run, their Debian packages, and their purpose. */
const needs = {
  test: [
    {
      programs: ["zbarimg", "pdftoppm", "pdftotext"],
      packages: ["zbar-tools", "poppler-utils"],
      purpose: "to read labels",
    },
    { programs: ["curl"], packages: ["curl"], purpose: "to run the commands of docs/operations.md" },
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
      purpose: "to run journeys in other browsers",
    },
    {
      programs: ["orca", "speech-dispatcher", "openbox", "xdotool", "dbus-daemon", "gsettings"],
      packages: ["orca", "at-spi2-core", "speech-dispatcher", "openbox", "xdotool", "dbus-daemon", "libglib2.0-bin"],
      purpose: "to listen to pages with a screen reader",
    },
    {
      programs: ["haproxy", "etcd", "patroni", "pg_lsclusters"],
      packages: ["haproxy", "etcd-server", "patroni", "postgresql"],
      purpose: "to build a database cluster",
    },
  ],
};

/**
 * Installs a command's programs if possible; otherwise the tests say what to install.
 * @param {keyof typeof needs} command
 */
export function installPrograms(command) {
  if (!isDebianRoot()) return;
  for (const { programs, packages, purpose } of needs[command]) {
    if (programs.every((program) => spawnSync("which", [program]).status === 0)) continue;
    console.log(`Installing ${packages.join(", ")} (once), which the tests need ${purpose} ...`);
    succeeds(["apt-get", "update"]);
    succeeds(["apt-get", "install", "-y", "--no-install-recommends", ...packages]);
  }
}
