import { type KeyboardEvent, useRef, useState } from "react";
import { X } from "#web/ui/icons.tsx";
import type { FieldTexts } from "./field.tsx";
import styles from "./tags-field.module.css";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { TextField } from "./text-fields.tsx";

type TagsFieldProps = FieldTexts & {
  id: string;
  /** Comma-separated. */
  value: string;
  onChange: (value: string) => void;
};

/** Edits tags as chips. Enter, a comma, or blur adds one; Backspace in the empty box removes one. */
export function TagsField({ value, onChange, ...texts }: TagsFieldProps) {
  const tags = tagsOf(value);
  const [draft, setDraft] = useState("");
  const [status, setStatus] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    setDraft("");
    const next = tagsOf(`${value},${text}`);
    if (next.length === tags.length) return;
    setStatus(`Added ${tagText(next.slice(tags.length))}`);
    onChange(tagText(next));
  };
  const remove = (tag: string) => {
    setStatus(`Removed ${tag}`);
    onChange(tagText(tags.filter((current) => current !== tag)));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const last = tags.at(-1);
    if (event.key === "Enter" && draft.trim()) {
      event.preventDefault();
      add(draft);
    } else if (event.key === "Backspace" && draft === "" && last !== undefined) {
      remove(last);
    }
  };
  return (
    <div className={styles.tags}>
      <TextField
        {...texts}
        ref={input}
        width="full"
        autoComplete="off"
        value={draft}
        onChange={({ target }) => (endsTag(target.value) ? add(target.value) : setDraft(target.value))}
        onKeyDown={press}
        onBlur={() => add(draft)}
      />
      {tags.length > 0 && (
        <ul className={styles.list} aria-label={`Current ${texts.label.toLowerCase()}`}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove tag ${tag}`}
                onClick={() => remove(tag)}
              >
                <X size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden>
        <output>{status}</output>
      </VisuallyHidden>
    </div>
  );
}

/** Returns whether a comma ends the tag; one in a scanned code does not, because the scanner removes the code again. */
const endsTag = (text: string) => text.includes(",") && !text.includes("{");

export function tagsOf(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const tag = part.trim().replace(/\s+/g, " ");
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

export function tagText(tags: readonly string[]): string {
  return tags.join(", ");
}
