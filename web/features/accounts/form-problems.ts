import { CallFailed } from "#web/lib/call.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";

/** The problems of a form in the order of its fields. */
export function problemsInOrder<Name extends string>(names: readonly Name[], errorOf: (name: Name) => string | undefined): FieldProblem[] {
  return names.flatMap((field) => {
    const message = errorOf(field);
    return message ? [{ field, message }] : [];
  });
}

/** The fields of a refused form that the form knows, and their sentences. */
export function refusedFields<Name extends string>(error: unknown, names: readonly Name[]): { name: Name; message: string }[] {
  if (!(error instanceof CallFailed)) return [];
  return error.errors.flatMap(({ field, message }) => {
    const name = names.find((known) => known === field);
    return name ? [{ name, message }] : [];
  });
}
