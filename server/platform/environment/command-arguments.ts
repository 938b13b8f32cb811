import { parseArgs, type ParseArgsConfig } from "node:util";
import { errorCode } from "../errors/error-code.ts";
import { describeError, StartError } from "../errors/source-places.ts";

type Flags = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Options extends Flags> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

/** Parses a command's arguments. Throws StartError with the usage for an unknown or incomplete flag. */
export function argumentsOf<const Options extends Flags>(
  args: string[],
  options: Options,
  usage: string,
): Parsed<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!errorCode(error)?.startsWith("ERR_PARSE_ARGS")) throw error;
    const flag = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : "")?.[1] ?? "A flag";
    throw new StartError(`${flag} is unknown or used incorrectly. ${usage}`, { cause: error });
  }
}

/** Runs a command with its arguments. A failure is a sentence for the operator, and exit code 1. */
export function runCommand(main: (args: string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  });
}

export function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
