import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "#server/platform/project-root.ts";
import { testKey } from "./secret-key.ts";

/** A child process that runs one of the project's TypeScript files. */
export type Child = {
  pid: number;
  /** Every line it has written to stdout so far. */
  lines: string[];
  /** Its stderr so far. */
  errors(): string;
  /** Waits for a line, including earlier ones. Fails if the process ends without it. */
  line(pattern: RegExp): Promise<string>;
  /** Waits for this many lines. */
  count(lines: number): Promise<void>;
  send(line: string): void;
  kill(signal: NodeJS.Signals): void;
  /** Closes its output, like a closed terminal or a stopped log collector. */
  turnAway(): void;
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
};

const children = new Set<ChildProcess>();

/** Ends every process a test left running. */
export function killChildren() {
  for (const child of children) child.kill("SIGKILL");
}

/** Runs a file (relative to the project) with extra environment variables, arguments, and a limit on open files. */
export function startChild(
  file: string,
  env: Readonly<Record<string, string>>,
  { args = [], openFiles }: { args?: string[]; openFiles?: number } = {},
): Child {
  const loader = path.join(projectRoot, "tools/typescript.mjs");
  const node = [process.execPath, "--import", loader, path.join(projectRoot, file), ...args];
  const argv = openFiles === undefined ? node : ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...node];
  const [command = "", ...parameters] = argv;
  const child = spawn(command, parameters, {
    env: { ...process.env, ...(env.SECRET_KEY_FILE === undefined && { SECRET_KEY: testKey }), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  const output = readOutput(child);
  child.stdin.on("error", () => {}); // it may already have ended
  return {
    pid: child.pid ?? 0,
    ...output,
    send: (line) => {
      child.stdin.write(`${line}\n`);
    },
    kill: (signal) => {
      child.kill(signal);
    },
    turnAway: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    exited: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))),
  };
}

function readOutput(child: ChildProcess) {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let errors = "";
  let isClosed = false;
  const wake = () => {
    for (const check of waiting) check();
  };
  child.stderr?.on("data", (data) => (errors += String(data)));
  if (child.stdout) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      wake();
    });
  }
  child.once("close", () => {
    isClosed = true;
    wake();
  });

  function until<T>(find: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = find();
        if (value === undefined && !isClosed) return;
        waiting.delete(check);
        if (value !== undefined) resolve(value);
        else reject(new Error(`The process ended without ${what}. ${errors}`));
      };
      waiting.add(check);
      check();
    });
  }
  return {
    lines,
    errors: () => errors,
    line: (pattern: RegExp) => until(() => lines.find((line) => pattern.test(line)), `a line like ${pattern}`),
    count: (minLines: number) =>
      until(() => (lines.length >= minLines ? true : undefined), `${minLines} lines`).then(() => {}),
  };
}
