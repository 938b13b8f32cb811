import type { FieldError } from "#contract/wire/endpoint.ts";
import type { brokenRules as brokenRulesNow } from "./broken-rules.ts";

type Rules = Parameters<typeof brokenRulesNow>[0];

/** Loads the rules on the first submit, because they bring the schema library. If they can't load, the server checks alone. */
export async function brokenRulesOf(loadRules: () => Promise<Rules>, values: unknown): Promise<FieldError[]> {
  try {
    const [rules, { brokenRules }] = await Promise.all([loadRules(), import("./broken-rules.ts")]);
    return brokenRules(rules, values);
  } catch (error) {
    console.error(error);
    return [];
  }
}
