import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { Told } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { CallFailed, isRefusedFor } from "#web/lib/call.ts";
import {
  applyChanges,
  type Base,
  type FieldProblem,
  type FormState,
  inOrder,
  isDirty,
  markVisited,
  openForm,
  problemsOf,
  recordAttempt,
  recordRefusal,
  recordSave,
  type Values,
} from "./form-state.ts";
import { leaveFreely } from "#web/lib/kept-work.ts";

type FormOptions<V extends Values, How> = {
  /** The fields' names in the contract, also their controls' ids, in the form's order; default the values' keys. */
  names?: readonly string[];
  /** The stored values, or initial values for something new. */
  stored: Base<V>;
  /** Returns violations of the contract's rules. */
  check: (values: V) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>;
  /** Asks for confirmation before sending; false cancels. */
  ask?: (values: V) => Promise<boolean>;
  /** Sends the form. `how` tells which button was pressed if there are several. */
  save: (values: V, version: Base<V>["version"], how: How | undefined) => Promise<Saved<V> | undefined>;
  /** The subjects of queries to refetch afterward. */
  changes?: readonly string[];
  /** Returns the sentence for a failure that the form shows; the site shows all others. */
  objection?: (error: Error) => string | Told | undefined;
  /** Uploads to wait for before sending. */
  uploads?: { allStored: () => Promise<boolean> };
  /** Disables Save after an invalid try, or from the start; then a field shows its problem when it loses focus. */
  disabled?: "after an invalid try" | "while invalid";
};

type Saved<V> = {
  /** The stored values; defaults to the values sent. */
  stored?: Base<V> | undefined;
  /** Navigates away without asking about unsaved changes. */
  next?: () => unknown;
};

export type FormHandle<V extends Values, How = never> = ReturnType<typeof useForm<V, How>>;

/** Returns the state and behavior of a form; `form-state.ts` has its transitions. */
export function useForm<V extends Values, How = never>(options: FormOptions<V, How>) {
  const { names = Object.keys(options.stored.values), disabled } = options;
  const { state, latest, move, leave } = useMoves(options);
  const { running, submit, refuse } = useSubmit({ ...options, names }, latest, move);
  const problems = problemsOf(state, names);
  const { say } = useLanguage();
  const errorOf = (name: string) => {
    const problem = problems.find(({ field }) => field === name);
    return problem && say(problem);
  };
  const change = (update: Partial<V> | ((now: V) => Partial<V>)) =>
    move((now) => applyChanges(now, typeof update === "function" ? update(now.values) : update));
  function field(name: NameOf<V, string>): FieldAttributes;
  function field<Name extends keyof V & string>(name: Name, read: (text: string) => V[Name]): FieldAttributes;
  function field(name: string, read: (text: string) => unknown = (text) => text): FieldAttributes {
    const values: Values = state.values;
    const onChange: FieldAttributes["onChange"] = ({ target }) =>
      move((now) => applyChanges(now, { [name]: read(target.value) }));
    return { name, value: String(values[name]), error: errorOf(name), onChange, onBlur: () => leave(name) };
  }
  return {
    ...state,
    problems,
    isDirty: isDirty(state),
    /** Set while saving, with the pressed button. */
    running,
    errorOf,
    /** Returns the attributes of a text field, or of another field whose value `read` parses. */
    field,
    /** The attributes of the submit button. */
    button: {
      type: "submit",
      busy: running !== undefined && running.how === undefined,
      disabled: (disabled && problems.length > 0) || (disabled === "while invalid" && state.ruleProblems.length > 0),
    } satisfies ButtonAttributes,
    change,
    move,
    submit,
    /** Shows the refusal of another call made by the form. */
    refuse,
  };
}

type NameOf<V, Type> = { [Name in keyof V]: V[Name] extends Type ? Name : never }[keyof V] & string;
type ButtonAttributes = { type: "submit"; busy: boolean; disabled: boolean };
type FieldAttributes = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  onBlur: () => void;
};

type Move<V> = (step: (now: FormState<V>) => FormState<V>) => void;

/** Returns the state and its updates; every change of the values is checked. */
function useMoves<V extends Values, How>({ stored, check, disabled }: FormOptions<V, How>) {
  const isStrict = disabled === "while invalid";
  const [state, setState] = useState(() => openForm(stored));
  const latest = useRef(state); // for async code, which continues with the current values
  const move: Move<V> = (step) => {
    const { values } = latest.current;
    latest.current = step(latest.current);
    setState(latest.current);
    if (latest.current.values !== values && (isStrict || latest.current.isChecked)) void recheck();
  };
  const recheck = async () => {
    const { values } = latest.current;
    const ruleProblems = await check(values);
    if (latest.current.values === values) move((now) => ({ ...now, ruleProblems }));
  };
  /** Checks again on blur, because a half-typed date does not fire a change. */
  const leave = (name: string) => {
    move((now) => markVisited(now, name));
    if (isStrict || latest.current.isChecked) void recheck();
  };
  const firstCheck = useRef(recheck);
  useEffect(() => {
    if (isStrict) void firstCheck.current();
  }, [isStrict]);
  return { state, latest, move, leave };
}

function useSubmit<V extends Values, How>(
  { names, check, ask, uploads, save, objection, changes = [] }: FormOptions<V, How> & { names: readonly string[] },
  latest: { readonly current: FormState<V> },
  move: Move<V>,
) {
  const client = useQueryClient();
  const [running, setRunning] = useState<{ how: How | undefined }>();
  const isRunning = useRef(false); // a second press may come before the first is rendered
  const { mutateAsync } = useMutation({
    mutationFn: async ({ values, how }: { values: V; how: How | undefined }) =>
      save(values, latest.current.base.version, how),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => changes.includes(String(subject)) }),
    meta: { ownFaults: (error) => objection?.(error) !== undefined || isShownInForm(error) },
  });
  const refuse = (error: CallFailed) => {
    const errors = inOrder(error.errors, names);
    const stale = isRefusedFor(error, "stale") ? error.message : undefined;
    const ownObjection = objection?.(error);
    const isUnsaved = ownObjection === undefined && isShownInForm(error);
    move((now) => recordRefusal(now, { errors, stale, isUnsaved, objection: isUnsaved ? error : ownObjection }));
  };
  const send = async (how: How | undefined) => {
    if (uploads && !(await uploads.allStored())) return;
    const { values } = latest.current;
    const problems = inOrder(await check(values), names);
    move((now) => recordAttempt(now, problems));
    if (problems.length > 0 || (ask && !(await ask(values)))) return;
    const result = await mutateAsync({ values, how });
    move((now) => recordSave(now, values, result?.stored ?? { version: now.base.version, values }));
    if (!result?.next) return;
    leaveFreely();
    await result.next();
  };
  const submit = async (how?: How) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning({ how });
    try {
      await send(how);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      refuse(error);
    } finally {
      isRunning.current = false;
      setRunning(undefined);
    }
  };
  return { running, submit, refuse };
}

/** Statuses that the site handles: a refusal, the login, or a retry. */
const siteStatuses = new Set([0, 200, 401, 403, 429, 502, 503, 504]);

/** Returns whether the form shows the error itself and keeps its values. */
function isShownInForm(error: Error): boolean {
  return error instanceof CallFailed && !siteStatuses.has(error.status);
}
