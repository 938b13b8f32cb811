import type { FieldError } from "#contract/wire/endpoint.ts";
import type { ChangeEvent, SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { CallFailed } from "#web/lib/call.ts";
import { useLanguage } from "#web/language/use-language.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { keepDraft, keptDraft } from "./form-draft.ts";

type TextForm<Name extends string> = {
  /** The fields, in the order of the form. */
  names: readonly Name[];
  initial: Record<Name, string>;
  /** What is wrong with these values; checked on sending, and from then on with every change. */
  check: (values: Record<Name, string>) => Promise<readonly FieldError[]> | readonly FieldError[];
  /** Under which name to keep what is typed, and which fields of it; never a password. */
  draft?: { name: string; kept: readonly Name[] };
};

/** A form of text fields: its values, its problems in the order of the fields, and what was typed before a reload. */
export function useTextForm<Name extends string>({ names, initial, check, draft }: TextForm<Name>) {
  const { say } = useLanguage();
  const said = (problem: FieldProblem | undefined) => problem && say(problem);
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const turn = useRef(0);
  const sending = useRef(false);
  useRestoredDraft(draft, setValues);

  const inOrder = (errors: readonly FieldError[]) =>
    names.flatMap((field) => errors.find((error) => error.field === field) ?? []);
  const checkNow = async (asked: Record<Name, string>) => {
    turn.current += 1;
    const mine = turn.current;
    const found = inOrder(await check(asked));
    if (mine === turn.current) setProblems(found);
    return found;
  };
  const change = (name: Name, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    if (draft) keepDraft(draft.name, Object.fromEntries(draft.kept.map((kept) => [kept, next[kept]])));
    if (attempt > 0) void checkNow(next);
  };
  return {
    values,
    problems,
    attempt,
    /** The attributes of a field. */
    wire: (name: Name) => ({
      name,
      value: values[name],
      error: said(problems.find(({ field }) => field === name)),
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
    }),
    /** Checks, and sends what is well. Until that is answered, whatever is pressed again is one press too many. */
    submit: async (event: SubmitEvent<HTMLFormElement>, send: (values: Record<Name, string>) => unknown) => {
      event.preventDefault();
      if (sending.current) return;
      sending.current = true;
      try {
        const found = await checkNow(values);
        setAttempt((count) => count + 1);
        if (found.length === 0) await send(values);
      } catch (error) {
        // told by whoever sends
        if (!(error instanceof CallFailed)) throw error;
      } finally {
        sending.current = false;
      }
    },
    /** Shows what the server refused, beside the fields it named. */
    refuse: (error: Error) => {
      setProblems(inOrder(error instanceof CallFailed ? error.errors : []));
      setAttempt((count) => count + 1);
    },
  };
}

/** Brings a kept draft back, once: after the first drawing, because the server that may draw it first has none. */
function useRestoredDraft<Name extends string>(
  draft: TextForm<Name>["draft"],
  setValues: (change: (values: Record<Name, string>) => Record<Name, string>) => void,
): void {
  const wanted = useRef(draft);
  useEffect(() => {
    const { name, kept } = wanted.current ?? {};
    const before = name ? keptDraft(name) : undefined;
    if (!before || !kept) return;
    setValues((values) => {
      const restored = { ...values };
      for (const field of kept) restored[field] = before[field] ?? restored[field];
      return restored;
    });
  }, [setValues]);
}
