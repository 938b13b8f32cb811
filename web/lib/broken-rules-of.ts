import type { FieldError } from "#contract/wire/endpoint.ts";
import type { brokenRules as brokenRulesNow } from "./broken-rules.ts";

type Rules = Parameters<typeof brokenRulesNow>[0];

/**
 * `brokenRules` for a page before a login. The rules are loaded on the first submit, because they bring the schema
 * library. If they cannot be loaded, the server, which has the same rules, decides.
 */
export async function brokenRulesOf(loadRules: () => Promise<Rules>, values: unknown): Promise<FieldError[]> {
  try {
    const [rules, { brokenRules }] = await Promise.all([loadRules(), import("./broken-rules.ts")]);
    return brokenRules(rules, values);
  } catch (error) {
    console.error(error);
    return [];
  }
}
