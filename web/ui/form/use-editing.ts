import { useEffect, useRef, useState } from "react";

/** Tracks whether a card shows its form; when the form closes, its opener gets the focus back. */
export function useEditing(start: boolean | (() => boolean) = false) {
  const [editing, setEditing] = useState(start);
  const opener = useRef<HTMLButtonElement>(null);
  const previous = useRef(editing);
  useEffect(() => {
    if (previous.current && !editing) opener.current?.focus();
    previous.current = editing;
  }, [editing]);
  return { editing, setEditing, opener };
}
