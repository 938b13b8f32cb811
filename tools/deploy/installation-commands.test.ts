import { expect, it } from "vitest";
import * as z from "zod";
import { programOf, programs, rows, ways } from "#e2e/operating/installation-commands.ts";
import { composed, deployed, manifests, podOf } from "#server/test/deploy/deploy-files.ts";

it("a task of docs/operations.md runs the same program in every kind of installation, in a place that has it", () => {
  expect(programs.length).toBeGreaterThan(7);
  const deployments = manifests().flatMap(([, manifest]) => {
    const { kind, metadata } = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) }).parse(manifest);
    return kind === "Deployment" ? [metadata.name] : [];
  });
  for (const row of programs) {
    const commands = ways.filter((way) => row[way] !== "");
    const sameProgram = new Set(commands.map((way) => programOf(way, row[way])[1]));
    expect([...sameProgram]).toHaveLength(1);
    if (row.compose === "") continue; // its secrets can't be written from inside
    const [service] = programOf("compose", row.compose);
    expect(composed().services[service]?.image).toBe("library");
    const [deployment] = programOf("kubernetes", row.kubernetes);
    expect(deployments).toContain(deployment);
    const needsBackups = /(?:backup|restore)\.js/.test(row.compose);
    expect([deployment, needsBackups]).toEqual([needsBackups ? "library-console" : "library", needsBackups]);
  }
  expect(podOf("console").container.volumeMounts.map(({ mountPath }) => mountPath)).toContain("/backups");
});

it("other commands of that table name services, deployments, labels, and units that exist", () => {
  const others = rows.filter((row) => !programs.includes(row));
  expect(others.length).toBeGreaterThan(2);
  const unitPorts = [...deployed("haproxy.cfg").matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
  for (const { compose, kubernetes, systemd } of others) {
    const [, services = ""] = /^docker compose (?:stop|start|logs) (.*)$/.exec(compose) ?? [];
    expect(services.split(" ")).toEqual(["first", "second"]);
    expect(Object.keys(composed().services)).toEqual(expect.arrayContaining(services.split(" ")));
    expect(kubernetes).toMatch(
      /^kubectl (?:scale deploy\/library --replicas [02]|logs --selector app\.kubernetes\.io\/name=library)$/,
    );
    expect([...systemd.matchAll(/library@(\d+)/g)].map(([, port]) => port)).toEqual(unitPorts);
  }
  expect(podOf("deployment").labels).toMatchObject({ "app.kubernetes.io/name": "library" });
});
