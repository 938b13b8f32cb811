import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { Copy, DockerfileParser } from "dockerfile-ast";
import * as z from "zod";
import { projectRoot } from "#server/platform/project-root.ts";

const run = promisify(execFile);
const isBelow = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

/** Returns the files of Docker's build context: those of git that Dockerfile.dockerignore doesn't exclude. */
async function contextFiles(): Promise<string[]> {
  const lines = readFileSync(path.join(projectRoot, "deploy/Dockerfile.dockerignore"), "utf8").trim().split("\n");
  const inclusions = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const exclusions = lines.filter((line) => !/^[#!]/.test(line) && line !== "*");
  const isExcluded = (file: string) =>
    exclusions.some((place) => (place.startsWith("**/*") ? file.endsWith(place.slice(4)) : isBelow(file, place)));
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await run("git", args, { cwd: projectRoot, maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").filter((file) => inclusions.some((place) => isBelow(file, place)) && !isExcluded(file));
}

/**
 * Follows the Dockerfile without Docker, with a folder as the root of each stage: copies, runs, and collects the last stage's
 * instructions.
 */
export async function buildImage(folder: string) {
  const context = await contextFiles();
  const env: Record<string, string> = {};
  const texts = new Map<string, string>();
  const roots = new Map<string, string>();
  let root = "";
  let workdir = "/";
  const inside = (place: string) => path.join(root, path.posix.resolve(workdir, place));

  const steps: Record<string, (text: string, from: string | null | undefined) => Promise<void> | void> = {
    FROM: (text) => {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? "image";
      root = path.join(folder, name);
      roots.set(name, root);
      texts.clear();
    },
    WORKDIR: (text) => {
      workdir = text;
      mkdirSync(inside("."), { recursive: true });
    },
    COPY: async (text, from) => {
      const [to = "", ...sources] = text.split(/\s+/).toReversed();
      for (const source of sources) {
        const target =
          to.endsWith("/") && !source.endsWith("/") ? path.join(inside(to), path.basename(source)) : inside(to);
        if (!from) copyFromContext(context, source.replace(/\/$/, ""), target);
        else await link(path.join(roots.get(from) ?? "", source), target);
      }
    },
    RUN: async (text) => {
      const env: NodeJS.ProcessEnv = { ...process.env, COMMIT: "" };
      delete env.NODE_ENV; // the tests' own
      const localText = text.replace(/(?<= )\/(?=\w)/g, `${root}/`); // an absolute path
      await run("sh", ["-c", localText], {
        cwd: inside("."),
        env,
        maxBuffer: 16 * 1024 * 1024,
      });
    },
    ENV: (text) => {
      for (const pair of text.split(/\s+/)) env[pair.slice(0, pair.indexOf("="))] = pair.slice(pair.indexOf("=") + 1);
    },
  };
  const instructions = DockerfileParser.parse(readFileSync(path.join(projectRoot, "deploy/Dockerfile"), "utf8"));
  for (const instruction of instructions.getInstructions()) {
    const from = instruction instanceof Copy ? instruction.getFromFlag()?.getValue() : undefined;
    const text = instruction.getArgumentsContent() ?? "";
    texts.set(instruction.getKeyword(), text);
    await steps[instruction.getKeyword()]?.(text, from);
  }
  const command = (text = "") => z.array(z.string()).parse(JSON.parse(text.replace(/^CMD /, "")));
  const [uid, gid] = (texts.get("USER") ?? "").split(":").map(Number);
  return {
    root,
    app: inside("."),
    env,
    user: { uid: uid ?? 0, gid: gid ?? 0 },
    command: command(texts.get("CMD")),
    healthCheck: command(texts.get("HEALTHCHECK")),
  };
}

function copyFromContext(context: readonly string[], source: string, target: string): void {
  const files = context.filter((file) => isBelow(file, source));
  if (files.length === 0) throw new Error(`The Dockerfile copies ${source}, which isn't in its context.`);
  for (const file of files) cpSync(path.join(projectRoot, file), path.join(target, path.relative(source, file)));
}

/** Uses hard links if possible, because a copy takes as long as the build. */
async function link(source: string, target: string): Promise<void> {
  mkdirSync(path.dirname(target), { recursive: true });
  await run("cp", ["-al", source, target]).catch(() => run("cp", ["-a", source, target]));
}
