import { useEffect, useRef } from "react";
import { draftPrefix, type KeptWork } from "#web/lib/kept-work.ts";
import { type FormState, applyChanges, type Values } from "./form-state.ts";

/** Creates a store of drafts in this tab, which survive a reload. List only text fields, never a password. */
export function draftStore<Name extends string>(fields: readonly Name[]): KeptWork<Partial<Record<Name, string>>> {
  return {
    find: (name) => {
      const text = sessionStorage.getItem(draftPrefix + name);
      if (!text) return undefined;
      try {
        const draft: unknown = JSON.parse(text);
        const texts = new Map<string, unknown>(typeof draft === "object" && draft ? Object.entries(draft) : []);
        const values: Partial<Record<Name, string>> = {};
        for (const field of fields) {
          const value = texts.get(field);
          if (typeof value === "string") values[field] = value;
        }
        return values;
      } catch {
        return undefined; // someone edited the storage
      }
    },
    keep: (name, values) => sessionStorage.setItem(draftPrefix + name, JSON.stringify(values, [...fields])),
    forget: (name) => sessionStorage.removeItem(draftPrefix + name),
  };
}

type DraftForm<V> = { values: V; isDirty: boolean; move: (step: (now: FormState<V>) => FormState<V>) => void };

/** Stores the values in this tab with every change and restores them. */
export function useDraft<V extends Values>(form: DraftForm<V>, drafts: KeptWork<Partial<V>>, name: string): void {
  const { values, isDirty, move } = form;
  const once = useRef(() => {
    const draft = drafts.find(name);
    if (draft) move((now) => applyChanges(now, draft));
  });
  // after the first render, because a server-rendered form has no draft
  useEffect(() => once.current(), []);
  useEffect(() => {
    if (isDirty) drafts.keep(name, values);
  }, [isDirty, drafts, name, values]);
}
