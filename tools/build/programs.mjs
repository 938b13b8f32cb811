import { spawnSync } from "node:child_process";
import { isDebianRoot, succeeds } from "./browser.mjs";

/** What tests run beside the product: programs, the Debian packages that have them, and what for. */
const wanted = [
  {
    programs: ["zbarimg", "pdftoppm", "pdftotext"],
    packages: ["zbar-tools", "poppler-utils"],
    purpose: "to read labels and slips",
  },
  {
    programs: ["haproxy"],
    packages: ["haproxy"],
    purpose: "to restart one instance after the other",
  },
  {
    programs: ["curl"],
    packages: ["curl"],
    purpose: "to type the commands of docs/operations.md",
  },
  {
    programs: ["nginx", "systemd-analyze", "openssl"],
    packages: ["nginx-light", "systemd", "openssl"],
    purpose: "to read the files of deploy/",
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
];

/** What `npm run test:ha` runs besides. */
const ofCluster = [
  { programs: ["haproxy"], packages: ["haproxy"], purpose: "to balance instances" },
  {
    programs: ["etcd", "patroni", "pg_lsclusters"],
    packages: ["etcd-server", "patroni", "postgresql"],
    purpose: "to build a cluster of databases",
  },
];

/** Installs the programs that tests need, if possible; otherwise the tests say what to install. */
export const installPrograms = () => installMissing(wanted);

/** The same for a cluster of databases. */
export const installClusterPrograms = () => installMissing(ofCluster);

/** @param {{ programs: string[]; packages: string[]; purpose: string }[]} list */
function installMissing(list) {
  if (!isDebianRoot()) return;
  for (const { programs, packages, purpose } of list) {
    if (programs.every((program) => spawnSync("which", [program]).status === 0)) continue;
    console.log(`Installing ${packages.join(", ")} ${purpose} in the tests (once) ...`);
    succeeds(["apt-get", "update"]);
    succeeds(["apt-get", "install", "-y", "--no-install-recommends", ...packages]);
  }
}
