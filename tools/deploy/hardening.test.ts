import { describe, expect, it } from "vitest";
import * as z from "zod";
import { composed, deployedYaml, kubernetesPods, podOf } from "#server/test/deploy/deploy-files.ts";

const { services, networks } = composed();
const megabytes = (size = "") => Number.parseInt(size, 10) * (size.endsWith("g") ? 1024 : 1);

describe("a Compose service", () => {
  it.each(Object.entries(services))("has limits and few rights: %s", (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      pids_limit: expect.any(Number),
      cpus: expect.any(Number),
    });
    expect(megabytes(service.mem_limit)).toBeGreaterThanOrEqual(128);
    // haproxy's image sets its own user, and Garage's has none
    if (!["balancer", "storage"].includes(name)) expect(service.user).toMatch(/^(?:1000:1000|999:999)$/);
  });

  it("reaches only the services that it needs", () => {
    const partners = (name: string) =>
      Object.keys(services)
        .filter((other) => other !== name && other !== "mail-catcher")
        .filter((other) => services[other]?.networks?.some((network) => services[name]?.networks?.includes(network)));
    expect(partners("balancer")).toEqual(["first", "second"]);
    expect(partners("database")).toEqual(["first", "second"]);
    expect(partners("storage")).toEqual(["first", "second"]);
    expect(networks).toEqual({ entrance: null, database: { internal: true }, storage: { internal: true } });
  });

  it("publishes its port on this machine only", () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
  });
});

const policy = z.object({
  spec: z.object({
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    policyTypes: z.array(z.string()),
    ingress: z.array(z.object({ from: z.array(z.unknown()).min(1) })).optional(),
    egress: z.array(z.object({ ports: z.array(z.object({ port: z.number() })) })).optional(),
  }),
});
const policyOf = (folder: string) => policy.parse(deployedYaml(`kubernetes/${folder}/network-policy.yaml`)).spec;
const serviceSelector = z.object({ spec: z.object({ selector: z.record(z.string(), z.string()) }) });

describe("a Kubernetes pod", () => {
  it.each(kubernetesPods)("has limits, few rights, and its own account without a token: %s", (name) => {
    const pod = podOf(name);
    expect(pod).toMatchObject({
      serviceAccountName: "library",
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: podOf("deployment").securityContext,
      container: {
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { limits: { cpu: expect.any(String), memory: expect.any(String) } },
      },
    });
    expect(deployedYaml("kubernetes/base/service-account.yaml")).toMatchObject({
      metadata: { name: pod.serviceAccountName },
      automountServiceAccountToken: false,
    });
  });

  it.each(kubernetesPods)(
    "accepts connections only if it serves requests, and reaches only what it needs: %s",
    (name) => {
      const { labels } = podOf(name);
      const all = policyOf("base");
      expect(labels).toMatchObject(all.podSelector.matchLabels);
      expect(all).toMatchObject({ policyTypes: ["Ingress", "Egress"] });
      expect(all.ingress).toBeUndefined();
      const ports = all.egress?.flatMap((rule) => rule.ports.map(({ port }) => port));
      expect(new Set(ports)).toEqual(new Set([53, 5432, 443, 465, 587]));
      const { selector } = serviceSelector.parse(deployedYaml("kubernetes/base/service.yaml")).spec;
      const isServed = Object.entries(selector).every(([label, value]) => labels[label] === value);
      expect(isServed).toBe(name === "deployment");
      expect(policyOf("example").podSelector.matchLabels).toEqual(selector);
    },
  );
});
