import type { FieldError } from "#contract/wire/endpoint.ts";
import type { PersonBody, RegistrationBody } from "./fields/personal-fields.tsx";

/**
 * What the contract says is wrong with a registration, or with the personal fields. Its rules are fetched when a form is
 * first sent: they bring the schema library along, which nobody needs to read a page. Where they cannot be fetched, the
 * server decides by the same rules.
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
