import type { FieldError } from "#contract/wire/endpoint.ts";
import type { PersonBody, RegistrationBody } from "./fields/personal-fields.tsx";

/**
 * The contract's errors of a registration or of the personal fields. The rules are loaded on the first submit, because
 * they bring the schema library. If they cannot be loaded, the server, which has the same rules, decides.
 */
export async function personProblems(body: PersonBody | RegistrationBody): Promise<FieldError[]> {
  try {
    const [{ borrowerRules, registrationRules }, { brokenRules }] = await Promise.all([
      import("#contract/accounts.ts"),
      import("#web/lib/broken-rules.ts"),
    ]);
    return brokenRules("user" in body ? registrationRules : borrowerRules, body);
  } catch (error) {
    console.error(error);
    return [];
  }
}
