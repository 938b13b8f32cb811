import type { FieldError } from "#contract/wire/endpoint.ts";
import type { PersonBody, RegistrationBody } from "./fields/personal-fields.tsx";

/*
 * The contract's own rules, fetched when a form is first touched: they bring the schema library along, which nobody
 * needs to read a page. Where they cannot be fetched, the server, which obeys the same rules, has the say.
 */

async function library() {
  const [rules, { brokenRules }] = await Promise.all([
    import("#contract/accounts.ts"),
    import("#web/lib/broken-rules.ts"),
  ]);
  return { rules, brokenRules };
}

/** What is wrong with a registration. */
export async function registrationProblems(body: RegistrationBody): Promise<FieldError[]> {
  try {
    const { rules, brokenRules } = await library();
    return brokenRules(rules.registrationRules, body);
  } catch (error) {
    console.error(error);
    return [];
  }
}

/** What is wrong with the personal fields. */
export async function personProblems(body: PersonBody): Promise<FieldError[]> {
  try {
    const { rules, brokenRules } = await library();
    return brokenRules(rules.borrowerRules, body);
  } catch (error) {
    console.error(error);
    return [];
  }
}
