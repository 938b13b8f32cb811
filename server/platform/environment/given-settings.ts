import fs from "node:fs";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/start-error.ts";
import { nameMeantBy } from "./names-like-ours.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Names = { settings: readonly string[]; secrets: ReadonlySet<string> };

const longest = 65_536; // bytes of a file with a secret

/**
 * The settings that the environment gives, by name, those of files among them: NAME_FILE holds the path of a file with the
 * secret NAME. Throws StartError for an empty one, for a name that is mistyped, and for a file that cannot be read.
 */
export function givenSettings(env: Environment, { settings, secrets }: Names): Record<string, string> {
  const files = [...secrets].map((secret) => `${secret}_FILE`);
  const names = Object.keys(env).filter((name) => env[name] !== undefined);
  const isGiven = (name: string) => names.includes(name) || (secrets.has(name) && names.includes(`${name}_FILE`));
  for (const name of names) {
    if (settings.includes(name) || files.includes(name)) refuseEmpty(name, env[name]);
    else refuseMistyped(name, nameMeantBy(name, settings, files), isGiven);
  }
  const given: Record<string, string> = {};
  for (const name of settings) {
    const file = env[`${name}_FILE`];
    const value = secrets.has(name) && file !== undefined ? fromFile(name, file, env) : env[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function refuseEmpty(name: string, value: string | undefined): void {
  if (value?.trim() === "") throw new StartError(`${name} is empty: give it a value, or remove it.`);
}

/** Where the setting itself is given too, nothing is missing: `DATABASE_URL_UNPOOLED` beside it is somebody else's. */
function refuseMistyped(name: string, meant: string | undefined, isGiven: (name: string) => boolean): void {
  if (meant === undefined || isGiven(meant)) return;
  throw new StartError(
    `${name} is not a setting of the library. Did you mean ${meant}? If it belongs to another program, unset it for this one.`,
  );
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
    if (size > longest) throw new StartError(`The file of ${name}, ${file}, is longer than ${longest / 1024} kB.`);
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The file of ${name}, ${file}, cannot be read (${errorCode(error) ?? "unknown"}).`);
  }
}
