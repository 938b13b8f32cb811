import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "#server/platform/project-root.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "library-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const deployed = (file: string) => path.join(projectRoot, "deploy", file);

/** Runs a program on a file; returns its status and output. */
function answerOf(command: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    cwd: folder,
    env: { ...process.env, ...env },
  });
  if (error)
    throw new Error(`${command} can't be started. Install it, or run npm run test:more, which does.`, { cause: error });
  return { status, words: stdout + stderr };
}

const accepted = (words: string) => ({ status: 0, words });

describe("the examples of deploy/", () => {
  it("are valid for haproxy, on one machine and in Compose", () => {
    const plain = answerOf("haproxy", ["-c", "-f", deployed("haproxy.cfg")]);
    expect(plain).toEqual(accepted(plain.words));
    const database = answerOf("haproxy", ["-c", "-f", deployed("haproxy-database.cfg")]);
    expect(database).toEqual(accepted(database.words));
    const composed = answerOf("haproxy", ["-c", "-f", deployed("haproxy.cfg")], {
      FIRST: "localhost:1",
      SECOND: "localhost:2",
    });
    expect(composed).toEqual(accepted(composed.words));
  });

  it("are valid for nginx, without a warning", () => {
    const key = answerOf("openssl", [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-subj",
      "/CN=library.example.org",
      "-days",
      "1",
      "-keyout",
      "key.pem",
      "-out",
      "certificate.pem",
    ]);
    expect(key).toEqual(accepted(key.words));
    const site = readFileSync(deployed("nginx.conf"), "utf8")
      .replace("/etc/nginx/tls/library.example.org.pem", path.join(folder, "certificate.pem"))
      .replace("/etc/nginx/tls/library.example.org.key", path.join(folder, "key.pem"));
    writeFileSync(path.join(folder, "site.conf"), site);
    const own = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n  include ${folder}/site.conf;\n}\n`;
    writeFileSync(path.join(folder, "nginx.conf"), own);
    const { status, words } = answerOf("nginx", [
      "-t",
      "-q",
      "-e",
      "stderr",
      "-p",
      folder,
      "-c",
      path.join(folder, "nginx.conf"),
    ]);
    expect({ status, words }).toEqual({ status: 0, words: "" });
  });

  it("are valid for systemd, which finds few unneeded permissions", () => {
    const unit = path.join(folder, "library@.service");
    const here = readFileSync(deployed("systemd/library@.service"), "utf8").replace("/usr/bin/node", process.execPath);
    writeFileSync(unit, here);
    expect(answerOf("systemd-analyze", ["verify", "--man=no", unit])).toEqual({ status: 0, words: "" });
    // in tenths of systemd's exposure level, from 0 (safe) to 10
    const security = answerOf("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit]);
    expect(security).toEqual(accepted(security.words));
  });

  it("create different Compose secrets in each folder, once", () => {
    mkdirSync(path.join(folder, "compose"));
    copyFileSync(deployed("compose/make-secrets.sh"), path.join(folder, "compose/make-secrets.sh"));
    const creation = answerOf("sh", ["compose/make-secrets.sh"]);
    expect(creation.words).toMatch(/^The administrator is admin, with the password [0-9a-f]{24}\n$/);
    const secrets = () =>
      Object.fromEntries(
        readdirSync(path.join(folder, "compose/secrets")).map((name) => [
          name,
          readFileSync(path.join(folder, "compose/secrets", name), "utf8"),
        ]),
      );
    const before = secrets();
    expect(before["database-url"]).toBe(`postgres://library:${before["database-password"]}@database:5432/library`);
    expect(before["storage.env"]).toContain(`GARAGE_DEFAULT_SECRET_KEY=${before["s3-secret-access-key"]}\n`);
    expect(new Set(Object.values(before)).size).toBe(Object.keys(before).length);
    expect(answerOf("sh", ["compose/make-secrets.sh"]).words).toContain("nothing was changed");
    expect(secrets()).toEqual(before);
    cpSync(path.join(folder, "compose"), path.join(folder, "other"), { recursive: true });
    rmSync(path.join(folder, "other/secrets"), { recursive: true });
    answerOf("sh", ["other/make-secrets.sh"]);
    expect(readFileSync(path.join(folder, "other/secrets/admin-password"), "utf8")).not.toBe(before["admin-password"]);
  });
});
