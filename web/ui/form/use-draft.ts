import { useEffect, useRef } from "react";
import { draftPrefix, type KeptWork } from "#web/lib/kept-work.ts";
import { type FormState, typed, type Values } from "./form-state.ts";

/** In this tab's storage, so that a reload keeps it: the text of these fields, never a password. */
export function keptDrafts<Name extends string>(fields: readonly Name[]): KeptWork<Partial<Record<Name, string>>> {
  return {
    find: (name) => {
      const text = sessionStorage.getItem(draftPrefix + name);
      if (!text) return undefined;
      try {
        const read: unknown = JSON.parse(text);
        const texts = new Map<string, unknown>(typeof read === "object" && read ? Object.entries(read) : []);
        const values: Partial<Record<Name, string>> = {};
        for (const field of fields) {
          const value = texts.get(field);
          if (typeof value === "string") values[field] = value;
        }
        return values;
      } catch {
        return undefined; // someone edited the storage: the form starts empty
      }
    },
    keep: (name, values) => sessionStorage.setItem(draftPrefix + name, JSON.stringify(values, [...fields])),
    forget: (name) => sessionStorage.removeItem(draftPrefix + name),
  };
}

type Drafting<V> = { values: V; isDirty: boolean; move: (step: (now: FormState<V>) => FormState<V>) => void };

/** Keeps what is typed with every change, in this tab, and restores it. Saving or canceling clears it. */
export function useDraft<V extends Values>(form: Drafting<V>, drafts: KeptWork<Partial<V>>, name: string): void {
  const { values, isDirty, move } = form;
  const once = useRef(() => {
    const draft = drafts.find(name);
    if (draft) move((now) => typed(now, draft));
  });
  // after the first render, because the server that may have rendered it knows of none
  useEffect(() => once.current(), []);
  useEffect(() => {
    if (isDirty) drafts.keep(name, values);
  }, [isDirty, drafts, name, values]);
}
