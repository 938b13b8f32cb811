import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { Told } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { leaveFreely } from "#web/lib/leave-guard.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import {
  attempted,
  type Base,
  type FormState,
  inOrder,
  isDirty,
  left,
  opened,
  problemsOf,
  refused,
  saved,
  typed,
  type Values,
} from "./form-state.ts";

type FormOptions<V extends Values, How> = {
  /** The fields in the order of the form, by the names of the wire, if not those of the values; they are the ids of the controls, too. */
  names?: readonly string[];
  /** The stored values, or a new one's initial values. */
  stored: Base<V>;
  /** What breaks the contract's rules. */
  check: (values: V) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>;
  /** Asks whether this is meant, where it may not be. */
  ask?: (values: V) => Promise<boolean>;
  /** Sends it. `how` is which button was pressed, where a form has several. */
  save: (values: V, version: Base<V>["version"], how: How | undefined) => Promise<Saved<V> | undefined>;
  /** The subjects of queries that are read again afterwards. */
  changes?: readonly string[];
  /** The sentence to show for a failure that the form answers for itself; the site tells all others. */
  objection?: (error: Error) => string | Told | undefined;
  /** What has to arrive before it can be sent. */
  uploads?: { areThere: () => Promise<boolean> };
  /** Save is disabled until everything is valid, and a field shows its error when it is left. */
  isStrict?: boolean;
};

type Saved<V> = {
  /** The stored values now; defaults to what was sent. */
  stored?: Base<V> | undefined;
  /** Where to go next. Leaving does not ask anymore. */
  next?: () => unknown;
};

export type FormHandle<V extends Values, How = never> = ReturnType<typeof useForm<V, How>>;

/** A form. `form-state.ts` defines what happens to it, this hook when. */
export function useForm<V extends Values, How = never>(options: FormOptions<V, How>) {
  const { names = Object.keys(options.stored.values), isStrict = false } = options;
  const { state, latest, move, leave } = useMoves(options);
  const { running, submit, refuse } = useSubmit({ ...options, names }, latest, move);
  const problems = problemsOf(state, names);
  const { say } = useLanguage();
  const errorOf = (name: string) => {
    const problem = problems.find(({ field }) => field === name);
    return problem && say(problem);
  };
  const change = (changed: Partial<V> | ((now: V) => Partial<V>)) =>
    move((now) => typed(now, typeof changed === "function" ? changed(now.values) : changed));
  function field(name: NameOf<V, string>): FieldAttributes;
  function field<Name extends keyof V & string>(name: Name, read: (text: string) => V[Name]): FieldAttributes;
  function field(name: string, read: (text: string) => unknown = (text) => text): FieldAttributes {
    const values: Values = state.values;
    const onChange: FieldAttributes["onChange"] = ({ target }) =>
      move((now) => typed(now, { [name]: read(target.value) }));
    return { name, value: String(values[name]), error: errorOf(name), onChange, onBlur: () => leave(name) };
  }
  return {
    ...state,
    problems,
    isDirty: isDirty(state),
    /** The values being saved, and how. */
    running,
    errorOf,
    /** The attributes of a field of text, or of one whose value `read` makes of text. */
    field,
    /** The attributes of the button that saves. */
    button: {
      type: "submit",
      busy: running !== undefined && running.how === undefined,
      disabled: problems.length > 0 || (isStrict && state.broken.length > 0),
    } satisfies ButtonAttributes,
    change,
    move,
    submit,
    /** Shows a refusal of something else that was sent from here. */
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

/** The state and what moves it: whatever changes the values has them checked. */
function useMoves<V extends Values, How>({ stored, check, isStrict = false }: FormOptions<V, How>) {
  const [state, setState] = useState(() => opened(stored));
  const latest = useRef(state); // after waiting, continues with the current values
  const move: Move<V> = (step) => {
    const { values } = latest.current;
    latest.current = step(latest.current);
    setState(latest.current);
    if (latest.current.values !== values && (isStrict || latest.current.isChecked)) void judge();
  };
  const judge = async () => {
    const { values } = latest.current;
    const broken = await check(values);
    if (latest.current.values === values) move((now) => ({ ...now, broken }));
  };
  /** Looked at again then: a day that is half typed is no change of its field. */
  const leave = (name: string) => {
    move((now) => left(now, name));
    if (isStrict || latest.current.isChecked) void judge();
  };
  const first = useRef(judge);
  useEffect(() => {
    if (isStrict) void first.current();
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
  const isRunning = useRef(false); // a second press arrives before the first is rendered
  const { mutateAsync } = useMutation({
    mutationFn: async ({ values, how }: { values: V; how: How | undefined }) =>
      save(values, latest.current.base.version, how),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => changes.includes(String(subject)) }),
    meta: { ownFaults: (error) => objection?.(error) !== undefined || isLeftHere(error) },
  });
  const refuse = (error: CallFailed) => {
    const errors = inOrder(error.errors, names);
    const stale = isRefusedFor(error, "stale") ? error.message : undefined;
    const own = objection?.(error);
    const isUnsaved = own === undefined && isLeftHere(error);
    move((now) => refused(now, { errors, stale, isUnsaved, objection: isUnsaved ? error : own }));
  };
  const send = async (how: How | undefined) => {
    if (uploads && !(await uploads.areThere())) return;
    const { values } = latest.current;
    const broken = inOrder(await check(values), names);
    move((now) => attempted(now, broken));
    if (broken.length > 0 || (ask && !(await ask(values)))) return;
    const done = await mutateAsync({ values, how });
    move((now) => saved(now, values, done?.stored ?? { version: now.base.version, values }));
    if (!done?.next) return;
    leaveFreely();
    await done.next();
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

/** Statuses that the site answers itself: a refusal's sentence, the login, or another try after a while. */
const ofTheSite = new Set([0, 200, 401, 403, 429, 502, 503, 504]);

/** What cannot be saved for any other reason is said in the form, which stays with what was typed. */
function isLeftHere(error: Error): boolean {
  return error instanceof CallFailed && !ofTheSite.has(error.status);
}
