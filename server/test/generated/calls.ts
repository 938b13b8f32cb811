import { allCalls } from "#contract/all.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";

/** Calls that the contract declares and the server doesn't serve yet. */
export const notYetServed: readonly string[] = [];

export const servedCalls: readonly Endpoint[] = allCalls.filter(({ call }) => !notYetServed.includes(call));

/** Returns the names of a call's path parameters. */
export function parametersOf(endpoint: Endpoint): string[] {
  return [...endpoint.call.matchAll(/\{(\w+)\??\}/g)].map(([, name = ""]) => name);
}

/** Returns the address of a call with these path values, each encoded once. */
export function addressOf(endpoint: Endpoint, values: Readonly<Record<string, string>>): string {
  const { path } = callParts(endpoint.call);
  return `/api/${path.replace(/\{(\w+)\??\}/g, (_part, name: string) => encodeURIComponent(values[name] ?? "1"))}`;
}
