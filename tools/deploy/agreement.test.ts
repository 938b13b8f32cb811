import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfiguration, settingNames } from "#server/platform/configuration.ts";
import {
  composed,
  deployed,
  environmentOfImage,
  kustomized,
  imageInstruction,
  kubernetesPods,
  pairOf,
  podOf,
  unitLines,
} from "#server/test/deploy/deploy-files.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "library-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secrets: Record<string, string> = {
  "database-url": "postgres://library:secret@database:5432/library",
  "admin-password": "correct horse staple",
  "secret-key": Buffer.alloc(32, 7).toString("base64url"),
  "metrics-token": "0123456789abcdef",
  "backup-passphrase": "correct horse staple",
  "smtp-url": "smtp://mail.example.org",
};

/** Points the settings of secrets at files that exist here, under the same names. */
function withSecrets(env: Record<string, string>): Record<string, string> {
  const pairs = Object.entries(env).map(([name, value]): [string, string] => {
    if (!name.endsWith("_FILE")) return [name, value.replace(/^\$\{\w+:-(.*)\}$/, "$1")];
    const file = path.join(folder, path.basename(value));
    writeFileSync(file, secrets[path.basename(value)] ?? "secret");
    return [name, file];
  });
  return Object.fromEntries(pairs);
}

function environmentOfUnit() {
  const own = unitLines().flatMap(([name, value]) => (name === "Environment" ? value.split(" ") : []));
  const settings = deployed("systemd/settings").match(/^[A-Z_]+=.*/gm) ?? [];
  const pairs = [...own, ...settings].map(pairOf);
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replace("%i", "3001").replaceAll('"', "")]));
}

const pods = podOf("deployment");
const { services, secrets: files, volumes } = composed();
const [base, example] = [kustomized("base"), kustomized("example")];
const [[baseMap], [configMap]] = [base.configMapGenerator, example.configMapGenerator];
const ofKubernetes = Object.fromEntries([...(baseMap?.literals ?? []), ...(configMap?.literals ?? [])].map(pairOf));
const image = environmentOfImage();
const first = services.first?.environment ?? {};
const environments: Record<string, Record<string, string>> = {
  image,
  Compose: { ...image, ...first },
  Kubernetes: { ...image, ...ofKubernetes, ...pods.env },
  "Kubernetes backups": { ...image, ...ofKubernetes, ...podOf("backup").env },
  systemd: environmentOfUnit(),
};

describe("deployment settings", () => {
  it.each(Object.keys(environments))("of %s are known to the library", (where) => {
    const unknownNames = Object.keys(environments[where] ?? {}).filter((name) => !settingNames.includes(name));
    expect(unknownNames).toEqual(["NODE_ENV"]);
  });

  it.each(["Compose", "Kubernetes", "Kubernetes backups", "systemd"])(
    "of %s are accepted in production, with a bucket or a lasting folder",
    (where) => {
      const configuration = readConfiguration(withSecrets(environments[where] ?? {}));
      expect(configuration.mode).toBe("production");
      expect(configuration.trustProxy).not.toBe(false);
      if (where !== "systemd") expect(configuration.pictureStore).toBeDefined();
    },
  );
});

it("deployment examples kill an instance only after its delay and its limit", () => {
  const seconds = (env: Record<string, string>) => Number(env.SHUTDOWN_DELAY) + Number(env.SHUTDOWN_LIMIT);
  const unit = Object.fromEntries(unitLines());
  const graces = {
    Compose: [first, services.first?.stop_grace_period?.replace("s", "")],
    Kubernetes: [pods.env, pods.terminationGracePeriodSeconds ?? 0],
    systemd: [environments.systemd ?? {}, unit.TimeoutStopSec],
  } as const;
  for (const [where, [env, grace]] of Object.entries(graces)) {
    expect(seconds(env), where).toBeGreaterThan(0);
    expect(Number(grace), where).toBeGreaterThanOrEqual(seconds(env) + 5);
  }
});

it("deployment examples let requests that wait for the database finish before the instance stops", () => {
  for (const where of ["Compose", "Kubernetes", "systemd"]) {
    const env = environments[where] ?? {};
    expect(Number(env.DATABASE_WAIT)).toBeGreaterThan(8); // the default, which is shorter than some failovers
    expect(Number(env.SHUTDOWN_LIMIT)).toBeGreaterThan(Number(env.DATABASE_WAIT));
  }
});

it("deployment examples announce a stopping instance for longer than the load balancers need to notice", () => {
  const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(deployed("haproxy.cfg")) ?? [];
  expect(Number(first.SHUTDOWN_DELAY)).toBeGreaterThan(Number(inter) * Number(fall));
  expect(Number(environments.systemd?.SHUTDOWN_DELAY)).toBeGreaterThan(Number(inter) * Number(fall));
});

it("deployment examples use the health checks of the product", () => {
  expect(pods.container.livenessProbe?.httpGet.path).toBe("/health/live");
  expect(pods.container.readinessProbe?.httpGet.path).toBe("/health/ready");
  expect(imageInstruction("HEALTHCHECK")).toContain("/health/live");
  expect(deployed("haproxy.cfg")).toContain("uri /health/ready");
});

it("deployment examples have a metrics token, and load balancers that don't pass on metrics", () => {
  for (const where of ["Compose", "Kubernetes", "systemd"])
    expect(readConfiguration(withSecrets(environments[where] ?? {})).metricsToken, where).toBeDefined();
  expect(deployed("haproxy.cfg")).toContain("return status 404 if { path_reg -i ^/metrics/?$ }");
  expect(deployed("nginx.conf")).toMatch(/location ~\* \^\/metrics\/\?\$ \{\s*return 404;/);
});

it("deployment examples agree on the ports of instances", () => {
  expect(imageInstruction("EXPOSE")).toBe(image.PORT);
  expect(pods.container.ports).toEqual([{ name: "http", containerPort: Number(image.PORT) }]);
  expect(services.balancer?.environment).toEqual({ FIRST: `first:${image.PORT}`, SECOND: `second:${image.PORT}` });
  expect(services.balancer?.ports).toEqual(["127.0.0.1:8080:8080"]);
  const portsIn = (text: string) => [...text.matchAll(/127\.0\.0\.1:(300\d)/g)].map(([, port]) => port);
  expect(portsIn(deployed("haproxy.cfg"))).toEqual(["3001", "3002"]);
  expect(portsIn(deployed("nginx.conf"))).toEqual(["3001", "3002"]);
  expect(deployed("systemd/library@.service")).toContain("library@3001 library@3002");
});

it("deployment examples run as one user who isn't root and who owns the data", () => {
  const user = imageInstruction("USER");
  expect(user).toBe("1000:1000");
  expect(`${pods.securityContext.runAsUser}:${pods.securityContext.runAsGroup}`).toBe(user);
  expect(services.first?.user).toBe(user);
  expect(imageInstruction("VOLUME")).toBe(image.DATA_DIR);
  expect(imageInstruction("RUN")).toBe(`install -d -o 1000 -g 1000 ${image.DATA_DIR} ${first.BACKUP_DIR}`);
  expect(pods.container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(image.DATA_DIR);
});

it("deployment examples provide every secret that is read", () => {
  const secretFiles = (env: Record<string, string>) =>
    Object.entries(env).flatMap(([name, file]) => (name.endsWith("_FILE") ? [file] : []));
  const inCompose = services.first?.secrets ?? [];
  expect(secretFiles(first).toSorted()).toEqual(inCompose.map((name) => `/run/secrets/${name}`).toSorted());
  expect(Object.keys(files)).toEqual(expect.arrayContaining(inCompose));
  const secretsPath = pods.container.volumeMounts.find(({ name }) => name === "secrets")?.mountPath;
  const [secret] = example.secretGenerator;
  const inKubernetes = secret?.files.map((file) => `${secretsPath}/${path.basename(file)}`);
  expect(secretFiles(ofKubernetes).toSorted()).toEqual(inKubernetes?.toSorted());
  expect([baseMap?.name, configMap?.behavior]).toEqual([configMap?.name, "merge"]);
  expect(pods.volumes.find(({ name }) => name === "secrets")?.secret).toEqual({
    secretName: secret?.name,
    defaultMode: 0o440,
  });
  expect(pods.container.envFrom).toEqual([{ configMapRef: { name: configMap?.name } }]);
  const credentials = unitLines().flatMap(([name, value]) =>
    name === "LoadCredential" ? [`%d/${value.split(":")[0]}`] : [],
  );
  expect(secretFiles(environments.systemd ?? {})).toEqual(credentials);
});

describe("nightly backups", () => {
  it.each(["Compose", "Kubernetes backups", "systemd"])("of %s go into a folder that lasts", (where) => {
    const { BACKUP_DIR = "" } = environments[where] ?? {};
    const lasting = {
      Compose: services.first?.volumes?.map((volume) => volume.replace("${BACKUPS:-backups}:", "")),
      "Kubernetes backups": podOf("backup")
        .container.volumeMounts.filter(({ name }) => name === "backups")
        .map(({ mountPath }) => mountPath),
      systemd: ["/var/lib/library/backups"],
    }[where];
    expect(lasting).toContain(BACKUP_DIR);
    expect(readConfiguration(withSecrets(environments[where] ?? {})).backup.folder).toBe(BACKUP_DIR);
  });

  it("in containers are encrypted with a passphrase from a separate secret", () => {
    for (const where of ["Compose", "Kubernetes backups"])
      expect(readConfiguration(withSecrets(environments[where] ?? {})).backup.passphrase, where).toBeDefined();
  });

  it("of Compose go to a volume by default, and those of Kubernetes to the claim that its console mounts, too", () => {
    expect(Object.keys(volumes)).toContain("backups");
    const claims = kubernetesPods.map((pod) =>
      podOf(pod).volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []),
    );
    expect(claims).toEqual([[], ["library-backups"], ["library-backups"]]);
    expect(podOf("backup").container.command).toEqual(["node", "dist/server/backup.js", "--nightly"]);
  });
});

describe("the mail catcher of Compose", () => {
  const script = deployed("compose/make-secrets.sh");
  const smtpUrl = /printf '(.*)' > smtp-url/.exec(script)?.[1] ?? "";
  const start = (more: Record<string, string>) => () => {
    const { SMTP_URL_FILE: _file, ...env } = withSecrets(environments.Compose ?? {});
    return readConfiguration({ ...env, SMTP_URL: smtpUrl, ...more });
  };

  it("is the mail server in new secrets, and starts only with the trial", () => {
    expect(Object.keys(services)).toContain(new URL(smtpUrl).hostname);
    expect(services["mail-catcher"]?.profiles).toEqual(["trial"]);
  });

  it("is refused in production and accepted in a trial", () => {
    expect(start({})).toThrow(
      "SMTP_URL is the mail catcher of deploy/compose, which delivers nothing, and LIBRARY_MODE is production: set SMTP_URL to your mail server.",
    );
    expect(start({ LIBRARY_MODE: "demonstration" })().smtpUrl).toBe(smtpUrl);
  });
});
