import { useEffect, useRef, useState } from "react";

/** Whether a card shows its form instead of its facts. When the form goes, the button that opened it has the focus again. */
export function useEditing(start: boolean | (() => boolean) = false) {
  const [editing, setEditing] = useState(start);
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing) opener.current?.focus();
    was.current = editing;
  }, [editing]);
  return { editing, setEditing, opener };
}
