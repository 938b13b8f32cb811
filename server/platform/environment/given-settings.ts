import fs from "node:fs";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/start-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Names = { settings: readonly string[]; secrets: ReadonlySet<string> };

const maxBytes = 65_536; // of a file with a secret

/**
 * The settings that the environment gives, by name, those of files among them: NAME_FILE holds the path of a file with the
 * secret NAME. Throws StartError for an empty one and for a file that cannot be read.
 */
export function givenSettings(env: Environment, { settings, secrets }: Names): Record<string, string> {
  const files = [...secrets].map((secret) => `${secret}_FILE`);
  for (const name of [...settings, ...files])
    if (env[name]?.trim() === "") throw new StartError(`${name} is empty: give it a value, or remove it.`);
  const given: Record<string, string> = {};
  for (const name of settings) {
    const file = env[`${name}_FILE`];
    const value = secrets.has(name) && file !== undefined ? fromFile(name, file, env) : env[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function fromFile(name: string, file: string, env: Environment): string {
  if (env[name] !== undefined)
    throw new StartError(`${name} and ${name}_FILE are both given: leave one out, so that it is clear which counts.`);
  const text = read(`${name}_FILE`, file).replace(/\r?\n$/, "");
  if (text.trim() === "") throw new StartError(`The file of ${name}_FILE, ${file}, is empty.`);
  return text;
}

function read(name: string, file: string): string {
  try {
    const { size } = fs.statSync(file);
    if (size > maxBytes) throw new StartError(`The file of ${name}, ${file}, is longer than ${maxBytes / 1024} kB.`);
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The file of ${name}, ${file}, cannot be read (${errorCode(error) ?? "unknown"}).`);
  }
}
