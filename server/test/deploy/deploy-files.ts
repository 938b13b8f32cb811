import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Instruction, DockerfileParser } from "dockerfile-ast";
import { parse } from "yaml";
import * as z from "zod";
import { projectRoot } from "#server/platform/project-root.ts";

export const deployFolder = path.join(projectRoot, "deploy");

export const deployed = (file: string) => readFileSync(path.join(deployFolder, file), "utf8");

/** Reads a YAML file with its merged keys (`<<`); throws if it's invalid or has a key twice. */
export const deployedYaml = (file: string): unknown => parse(deployed(file), { merge: true });

/** Returns the instructions of the Dockerfile by stage; the last stage is the image. */
export function stagesOfImage(): Instruction[][] {
  const all = DockerfileParser.parse(deployed("Dockerfile")).getInstructions();
  const stages: Instruction[][] = [];
  for (const instruction of all) {
    if (instruction.getKeyword() === "FROM") stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** Returns the arguments of an instruction of the image, such as `USER`; throws unless there is exactly one. */
export function imageInstruction(keyword: string): string {
  const instructions = stagesOfImage()
    .at(-1)
    ?.filter((instruction) => instruction.getKeyword() === keyword);
  if (instructions?.length !== 1) throw new Error(`The image must have exactly one ${keyword}.`);
  return instructions[0]?.getArgumentsContent() ?? "";
}

/** Splits `name=value`. */
export const pairOf = (text: string): [string, string] => [
  text.slice(0, text.indexOf("=")),
  text.slice(text.indexOf("=") + 1),
];

/** Returns the environment that the image sets. */
export const environmentOfImage = (): Record<string, string> =>
  Object.fromEntries(imageInstruction("ENV").split(/\s+/).map(pairOf));

const texts = z.record(z.string(), z.string());
const service = z.object({
  image: z.string(),
  environment: texts.optional(),
  secrets: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  user: z.string().optional(),
  stop_grace_period: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  mem_limit: z.string().optional(),
  cpus: z.number().optional(),
  pids_limit: z.number().optional(),
});

/** Returns the parts of the Compose file that other files must agree with. */
export function composed() {
  const file = z.object({
    services: z.record(z.string(), service),
    secrets: z.record(z.string(), z.unknown()),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
    volumes: z.record(z.string(), z.null()),
  });
  return file.parse(deployedYaml("compose/compose.yaml"));
}

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const amounts = z.object({ cpu: z.string(), memory: z.string() });
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.object({ requests: amounts, limits: amounts }),
  securityContext: z.record(z.string(), z.unknown()),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const pod = z.object({
  metadata: z.object({ labels: texts }),
  spec: z.object({
    serviceAccountName: z.string(),
    automountServiceAccountToken: z.boolean(),
    enableServiceLinks: z.boolean(),
    securityContext: z.looseObject({ runAsUser: z.number(), runAsGroup: z.number() }),
    terminationGracePeriodSeconds: z.number().optional(),
    containers: z.tuple([container]),
    volumes: z.array(
      z.object({
        name: z.string(),
        secret: z.object({ secretName: z.string(), defaultMode: z.number() }).optional(),
        persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
      }),
    ),
  }),
});

/** The Kubernetes pods: the ones that serve, the nightly backup, and the console for commands. */
export const kubernetesPods = ["deployment", "backup", "console"] as const;

/** Returns a pod's template, by the file of its workload. */
export function podOf(workload: (typeof kubernetesPods)[number]) {
  const manifest = deployedYaml(`kubernetes/base/${workload}.yaml`);
  const nested = z.object({ spec: z.object({ jobTemplate: z.unknown().optional() }) }).parse(manifest).spec.jobTemplate;
  const { template } = z.object({ spec: z.object({ template: pod }) }).parse(nested ?? manifest).spec;
  const [main] = template.spec.containers;
  const env = Object.fromEntries(main.env.map(({ name, value }) => [name, value]));
  return { ...template.spec, labels: template.metadata.labels, container: main, env };
}

const generator = z.object({
  name: z.string(),
  behavior: z.string().optional(),
  literals: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
});
const kustomization = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.array(generator).default([]),
  secretGenerator: z.array(generator).default([]),
});

/** Reads the kustomization of the base or an overlay. */
export const kustomized = (folder: string) =>
  kustomization.parse(deployedYaml(`kubernetes/${folder}/kustomization.yaml`));

/** Returns every Kubernetes manifest by path, without the kustomizations. */
export function manifests(): [string, unknown][] {
  const files = readdirSync(path.join(deployFolder, "kubernetes"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".yaml") && !file.endsWith("kustomization.yaml"))
    .map((file) => [file, deployedYaml(`kubernetes/${file}`)]);
}

/** Returns the `name=value` lines of the systemd unit, in order; names can repeat. */
export const unitLines = (): [string, string][] =>
  deployed("systemd/library@.service")
    .split("\n")
    .filter((line) => /^[A-Z]\w+=/.test(line))
    .map(pairOf);
